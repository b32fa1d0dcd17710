/** Answers every address that is not an API call or a file of the build: documents, payloads, redirects, the 404 page. */
import { cancelBody } from "#worker/http/cancel-body.ts";
import type { Context, Handler } from "hono";
import { keptAddress } from "#client/entry.addresses.ts";
import { answerMissingFile } from "#worker/gateway/builds/builds.ts";
import type { GatewayEnv } from "#worker/gateway/context.ts";
import { addressInLanguage, meantAddress, readPageAddress, splitUrl } from "#shared/site/page-address.ts";
import { conditional } from "./entity-tag.ts";
import type * as Documents from "./render-document.tsx";
import type { PagesWorld } from "./render-document.tsx";
import type { PageCache, Render } from "./page-cache.ts";
import { personalizeByLanguage, visitorLanguage } from "#worker/gateway/visitor-language.ts";

export interface PagesOptions extends PagesWorld {
  readonly cache: PageCache;
}

export function createPages({ cache, ...world }: PagesOptions): Handler<GatewayEnv> {
  return async function pages(c) {
    const { origin, pathname, search } = splitUrl(c.req.url);
    const address = readPageAddress(pathname);
    const isWithToken = c.req.header("Authorization") !== undefined;
    switch (address.kind) {
      case "document": {
        const { language } = address;
        const kept = isWithToken ? null : keptAddress({ pathname, search });
        const url = kept === null ? c.req.url : origin + kept;
        const render: Render = async (own) =>
          (await documents()).renderDocument(own, { language, url, isShared: true }, world);
        const answer = await (kept === null
          ? render(c).then(({ response }) => response)
          : cache.answer(c, url, render));
        const meant = answer.status === 404 ? await findMeant(c, pathname, world) : null;
        if (meant === null) return answer;
        cancelBody(answer);
        // Not `c.redirect`: the context already has the headers of the document.
        return new Response(null, { status: 308, headers: { Location: meant + search } });
      }
      case "payload": {
        const kept = isWithToken ? null : keptAddress({ pathname: address.path, search });
        const page = { language: address.language, url: origin + (kept ?? address.path + search) };
        const render: Render = async (own) => (await documents()).renderPayload(own, page, world);
        if (kept === null) return conditional(c, (await render(c)).response);
        return cache.answer(c, origin + pathname + splitUrl(page.url).search, render);
      }
      case "root":
      case "unknown": {
        const visitor = visitorLanguage(c);
        personalizeByLanguage(c, visitor);
        const { renderDocument } = await documents();
        const page = { language: visitor.language, url: c.req.url, isShared: false };
        return (await renderDocument(c, page, world)).response;
      }
      case "bare": {
        const visitor = visitorLanguage(c);
        personalizeByLanguage(c, visitor);
        return c.redirect(addressInLanguage(pathname, visitor.language) + search, 302);
      }
      case "moved":
        return c.redirect(address.path + search, 308);
      case "file":
        return answerMissingFile();
    }
  };
}

/** The path probably meant by one that has no page, if that path has a page. */
async function findMeant(c: Context<GatewayEnv>, pathname: string, { fetchApi }: PagesWorld) {
  const meant = meantAddress(pathname);
  if (meant === null) return null;
  const collection = meant.page === "signal" ? "signals" : "traders";
  const answer = await fetchApi(c, `/api/${collection}/${meant.name}/`);
  cancelBody(answer);
  return answer.ok ? meant.path : null;
}

let loaded: typeof Documents | undefined;

/** A separate module, which an isolate that only answers from a cache, or for the API, never runs. */
async function documents(): Promise<typeof Documents> {
  loaded ??= await import("./render-document.tsx");
  return loaded;
}
