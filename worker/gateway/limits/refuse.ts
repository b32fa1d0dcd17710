/** Refuses a request in the format of its address: JSON for data, plain text for files, a page for people. */
import type { Context } from "hono";
import type { Problem } from "#shared/contracts/problem.ts";
import { isLanguage, LANGUAGE_FACTS, type Language } from "#shared/site/languages.ts";
import { isDataPath, pageHref } from "#shared/site/routes.ts";
import type { GatewayEnv } from "#worker/gateway/context.ts";
import { readPageAddress } from "#shared/site/page-address.ts";
import { visitorLanguage } from "#worker/gateway/visitor-language.ts";
import { problemResponse } from "#worker/http/problem-answer.ts";
import type { LanguageAssets, ReadLanguageAssets, Texts } from "#worker/gateway/language-assets.ts";

export interface Refusal {
  readonly status: number;
  /** Reason on the page for people. */
  readonly reason: RefusalReason;
  /** Problem for programs. */
  readonly problem: Problem;
  /** Commands for the operator to run. */
  readonly commands?: readonly string[];
  /** Set if a later retry may succeed. */
  readonly retryAfterSeconds?: number;
}

export async function refuse(
  c: Context<GatewayEnv>,
  { retryAfterSeconds, ...refusal }: Refusal,
  readLanguageAssets: ReadLanguageAssets,
): Promise<Response> {
  const response = await inForm(c, refusal, readLanguageAssets);
  if (retryAfterSeconds !== undefined) response.headers.set("Retry-After", String(retryAfterSeconds));
  return response;
}

async function inForm(
  c: Context<GatewayEnv>,
  { status, reason, problem, commands }: Refusal,
  readLanguageAssets: ReadLanguageAssets,
): Promise<Response> {
  const { path, method } = c.req;
  const isRead = method === "GET" || method === "HEAD";
  if (!isRead || isDataPath(path)) {
    return problemResponse(status, problem);
  }
  if (readPageAddress(path).kind === "file") {
    return new Response(`${problem.detail}\n`, {
      status,
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
    });
  }
  const [, named] = path.split("/");
  const language = isLanguage(named) ? named : visitorLanguage(c).language;
  const assets = await readLanguageAssets(language);
  return refusalPage({ language, assets, reason, status, commands });
}

type RefusalReason = keyof Texts["refusal"];

interface RefusalPageOptions {
  readonly language: Language;
  readonly assets: LanguageAssets;
  readonly reason: RefusalReason;
  readonly status: number;
  readonly commands: Refusal["commands"];
}

/**
 * A static page without scripts and without any part of the request: refusing must cost less than serving, and must not
 * repeat what was sent.
 */
function refusalPage({ language, assets, reason, status, commands = [] }: RefusalPageOptions): Response {
  const { texts, css } = assets;
  const { title, text } = texts.refusal[reason];
  const { tag, direction } = LANGUAGE_FACTS[language];
  const html =
    `<!DOCTYPE html><html lang="${tag}" dir="${direction}" class="dark"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark">` +
    `<meta name="robots" content="noindex"><title>${status} – ${title}</title><style>${css}</style>` +
    `<link rel="icon" href="/icon.svg" type="image/svg+xml"></head><body><main><section class="error-page">` +
    `<p class="error-page__status">${status}</p><h1>${title}</h1><p>${text}</p>` +
    commands.map((command) => `<p class="error-page__message" lang="en">${command}</p>`).join("") +
    `<p class="actions">` +
    `<a class="button button--primary" href="${pageHref(language, "home")}">${texts.common.error.home}</a></p>` +
    `</section></main></body></html>`;
  return new Response(html, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Language": language,
      "Content-Security-Policy": `default-src 'none'; style-src ${assets.inlineHashes.style}; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      "Cache-Control": "no-store",
    },
  });
}
