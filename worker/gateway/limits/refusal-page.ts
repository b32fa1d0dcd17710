/**
 * The page a visitor sees whose request is beyond a bound. A finished text without script and without a word of the
 * request: turning away must cost less than serving, and repeats nothing of what was sent.
 */
import { LANGUAGE_TAGS, textDirection, type Language } from "#shared/languages.ts";
import type { Edition, Texts } from "#worker/gateway/editions.ts";
import { pageHref } from "#shared/routes.ts";

export type RefusalReason = keyof Texts["refusal"];

export interface RefusalPageOptions {
  readonly language: Language;
  readonly edition: Edition;
  readonly reason: RefusalReason;
  readonly status: number;
}

export function refusalPage({ language, edition, reason, status }: RefusalPageOptions): Response {
  const { texts, css, inlineHashes } = edition;
  const { title, text } = texts.refusal[reason];
  const tag = LANGUAGE_TAGS[language];
  const html =
    `<!DOCTYPE html><html lang="${tag}" dir="${textDirection(tag)}" class="dark"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark">` +
    `<meta name="robots" content="noindex"><title>${status} – ${title}</title><style>${css}</style>` +
    `<link rel="icon" href="/icon.svg" type="image/svg+xml"></head><body><main><section class="error-page">` +
    `<p class="error-page__status">${status}</p><h1>${title}</h1><p>${text}</p><p class="actions">` +
    `<a class="button button--primary" href="${pageHref(language, "home")}">${texts.common.error.home}</a></p>` +
    `</section></main></body></html>`;
  return new Response(html, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Language": language,
      "Content-Security-Policy": `default-src 'none'; style-src ${inlineHashes.style}; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      "Cache-Control": "no-store",
    },
  });
}
