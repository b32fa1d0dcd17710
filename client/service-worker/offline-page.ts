/** The page shown if there is neither network nor a cached copy, in the language of the address. */
import { isLanguage, LANGUAGE_FACTS, type Language } from "#shared/site/languages.ts";
import { decideLanguage } from "#shared/site/decide-language.ts";
import { OFFLINE_TEXTS } from "#shared/locales/texts-outside-pages.ts";
import { pageHref } from "#shared/site/routes.ts";
import { THEME_KEY } from "#shared/site/storage-names.ts";

/** The language of the address; without one, the language that the server would choose by cookie and `Accept-Language`. */
export function languageOf(
  pathname: string,
  chosen: string | undefined,
  browserLanguages: readonly string[],
): Language {
  const prefix = pathname.split("/")[1];
  return isLanguage(prefix) ? prefix : decideLanguage(chosen, browserLanguages.join(","));
}

/**
 * Applies the chosen theme, as client/app/theme.ts does; storage may be blocked. A browser may report itself online before the
 * network works, so the page reloads only after a request has succeeded.
 */
const SCRIPT = `
try { document.documentElement.className = localStorage.getItem("${THEME_KEY}") ?? "dark" } catch {}
const retry = () => fetch(location.href, { method: "HEAD" }).then(() => location.reload(), () => {});
addEventListener("online", retry);
setInterval(retry, 5_000);
`;

interface KeptParts {
  /** Addresses of cached style sheets. */
  readonly styles: readonly string[];
  /** HTML of the header, taken from a cached page. */
  readonly header: string;
}

/** A whole document, which retries by itself once there is a network. */
export function offlinePage(language: Language, { styles, header }: KeptParts): Response {
  const { tag, direction } = LANGUAGE_FACTS[language];
  const { title, text, retry, home } = OFFLINE_TEXTS[language];
  const links = styles.map((href) => `<link rel="stylesheet" href="${href}">`).join("");
  // oxlint-disable-next-line no-restricted-properties -- service workers exist only over https
  const nonce = crypto.randomUUID();
  const html =
    `<!DOCTYPE html><html lang="${tag}" dir="${direction}" class="dark"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">` +
    `<title>${title}</title><script nonce="${nonce}">${SCRIPT}</script>${links}</head><body>${header}<main class="site-main" id="main"><section class="error-page">` +
    `<h1>${title}</h1><p>${text}</p><p class="actions">` +
    `<a class="button button--primary" href="">${retry}</a> ` +
    `<a class="button" href="${pageHref(language, "home")}">${home}</a></p></section></main></body></html>`;
  return new Response(html, {
    status: 503,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Language": language,
      "Cache-Control": "no-store",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Content-Security-Policy": `default-src 'none'; style-src 'self'; img-src 'self' data:; script-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'`,
    },
  });
}
