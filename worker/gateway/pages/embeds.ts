/** A trader's frame and badge for other sites, cached like pages. */
import type { Handler } from "hono";
import { isLanguage } from "#shared/site/languages.ts";
import { BADGE_SUFFIX, badgeHref, embedHref, type EMBED_ROUTE } from "#shared/site/routes.ts";
import type { GatewayEnv } from "#worker/gateway/context.ts";
import type * as Pictures from "./embed-pictures.ts";
import type { PagesOptions } from "./pages.ts";
import type { Render } from "./page-cache.ts";
import { splitUrl } from "#shared/site/page-address.ts";

export function createEmbeds({ cache, ...world }: PagesOptions): Handler<GatewayEnv, typeof EMBED_ROUTE> {
  return async function embeds(c, next) {
    const { language, file } = c.req.param();
    const isBadge = file.endsWith(BADGE_SUFFIX);
    const handle = isBadge ? file.slice(0, -BADGE_SUFFIX.length) : file;
    // Dot segments would leave the traders' part of the API.
    if (!isLanguage(language) || handle === "." || handle === "..") return next();
    const href = isBadge ? badgeHref : embedHref;
    const render: Render = async (own) =>
      (await pictures()).renderPicture(own, { language, handle, isBadge }, world);
    const response = await cache.answer(c, splitUrl(c.req.url).origin + href(language, handle), render);
    // Any site may embed it, whatever its status.
    response.headers.set("Cross-Origin-Resource-Policy", "cross-origin");
    response.headers.set("X-Robots-Tag", "noindex");
    return response;
  };
}

let loaded: typeof Pictures | undefined;

/** Loads React. */
async function pictures(): Promise<typeof Pictures> {
  loaded ??= await import("./embed-pictures.ts");
  return loaded;
}
