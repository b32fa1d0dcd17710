/**
 * The page a visitor sees whose request is beyond a bound. A finished text without script and without a word of the
 * request: turning away must cost less than serving, and repeats nothing of what was sent.
 */
import build from "#build";
import { LANGUAGE_TAGS, textDirection, type Language } from "#shared/languages.ts";
import { texts as de } from "#shared/locales/de/texts.ts";
import { texts as en } from "#shared/locales/en/texts.ts";
import { texts as es } from "#shared/locales/es/texts.ts";
import { texts as fr } from "#shared/locales/fr/texts.ts";
import { texts as it } from "#shared/locales/it/texts.ts";
import { pageHref } from "#shared/routes.ts";

const TEXTS = { en, de, fr, it, es } as const satisfies Record<Language, unknown>;

export type RefusalReason = keyof typeof en.refusal;

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function refusalPage(language: Language, reason: RefusalReason, status: number): Response {
  const { common, refusal } = TEXTS[language];
  const { title, text } = refusal[reason];
  const tag = LANGUAGE_TAGS[language];
  const styles = build.styles.map((href) => `<link rel="stylesheet" href="${href}">`).join("");
  const html =
    `<!DOCTYPE html><html lang="${tag}" dir="${textDirection(tag)}" class="dark"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark">` +
    `<meta name="robots" content="noindex"><title>${status} – ${title}</title>${styles}` +
    `<link rel="icon" href="/icon.svg" type="image/svg+xml"></head><body><main><section class="error-page">` +
    `<p class="error-page__status">${status}</p><h1>${title}</h1><p>${text}</p><p class="error-page__actions">` +
    `<a class="button button--primary" href="${pageHref(language, "home")}">${common.error.home}</a></p>` +
    `</section></main></body></html>`;
  return new Response(html, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Language": language,
      "Content-Security-Policy": POLICY,
      "Cache-Control": "no-store",
    },
  });
}
