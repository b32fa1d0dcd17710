/** A backend that has the specification's calls alone: no page of the site promises what it lacks. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LANGUAGES, type Language } from "#shared/site/languages.ts";
import { PAGES, pageHref } from "#shared/site/routes.ts";
import { SITE_PARTS } from "#shared/site/site-parts.ts";
import worker from "#worker/index.ts";

/** Words that only absent parts need, by language. */
const WORDS: Readonly<Record<Language, RegExp>> = {
  en: /\b(?:ledger|signals?|traders?|record|ranking|follow\w*|notifications?|passkeys?|append-only|sessions and)\b/i,
  de: /Register|Signal|Trader\b|Rangliste|\bfolgen|Mitteilung|Passkey/i,
  fr: /\bregistre\b|signa(?:l|ux)\b|\btraders?\b|classement|\bpush\b|passkey/i,
  it: /\bregistro|segnal[ei]\b|\btrader\b|classifica|notific|passkey/i,
  es: /\bregistro\b|señal|\btraders?\b|clasificaci|notificaci|passkey/i,
};

/** As in the texts, in HTML or in a script's JSON. */
const MARK = /(?:<|&lt;|\\u003c)(?:with|without)-/;

beforeEach(() => {
  vi.stubGlobal("fetch", async () => Response.json({ detail: "Not found." }, { status: 404 }));
});
afterEach(() => vi.unstubAllGlobals());

async function read(path: string, parts = "auth"): Promise<string> {
  const own = { ...env, API_BASE_URL: "https://upstream.invalid", API_PARTS: parts };
  const context = createExecutionContext();
  const request = new Request<unknown, IncomingRequestCfProperties>(`https://site.example${path}`);
  const text = await (await worker.fetch(request, own, context)).text();
  await waitOnExecutionContext(context);
  return text;
}

/** What a page says to people, search engines and previews: its words, and the texts of its attributes. */
function wordsOf(html: string): string[] {
  const attributes = html.matchAll(/\b(?:content|alt|title|aria-label|placeholder)="([^"]*)"/g);
  const data = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs);
  const shown = html.replaceAll(/<(script|style)\b.*?<\/\1>/gs, "").split(/<[^>]*>/);
  return [
    ...shown,
    ...Array.from(attributes, ([, text = ""]) => text),
    ...Array.from(data, ([, text = ""]) => text),
  ];
}

it.each(LANGUAGES)("no page promises in %s what the site lacks", async (language) => {
  const paths = [...PAGES.map((page) => pageHref(language, page)), `/${language}/nowhere`];
  const promises: string[] = [];
  for (const path of paths) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const html = await read(path);
    if (!html.includes("<h1")) promises.push(`${path}: no heading`);
    if (MARK.test(html)) promises.push(`${path}: a mark is left`);
    promises.push(
      ...wordsOf(html)
        .filter((text) => WORDS[language].test(text))
        .map((text) => `${path}: ${text}`),
    );
  }
  const manifest = await read("/manifest.webmanifest");
  if (language === "en" && WORDS.en.test(manifest)) promises.push(manifest);
  expect(promises).toEqual([]);
});

it("no page shows a mark of the texts on a site that has every part", async () => {
  for (const page of PAGES) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const html = await read(pageHref("en", page), Object.keys(SITE_PARTS).join());
    expect(MARK.exec(html), page).toBeNull();
  }
});
