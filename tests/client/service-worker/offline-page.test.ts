import { describe, expect, it } from "vitest";
import { languageOf, offlinePage } from "#client/service-worker/offline-page.ts";
import { LANGUAGES, LANGUAGE_FACTS } from "#shared/site/languages.ts";

describe("the offline page", () => {
  it.each(LANGUAGES)(
    "is in %s, has status 503, is not cached and runs only its own script",
    async (language) => {
      const response = offlinePage(language, { styles: ["/assets/a.css"], header: "<header>links</header>" });
      const html = await response.text();
      const { default: texts } = await import(`../../../shared/locales/${language}/offline.json`);
      expect(response.status).toBe(503);
      expect(response.headers.get("Cache-Control")).toBe("no-store");
      expect(response.headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin");
      const policy = response.headers.get("Content-Security-Policy");
      const [, nonce] = /<script nonce="([^"]+)">/.exec(html) ?? [];
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain(`script-src 'nonce-${nonce}';`);
      expect(html).toContain(`lang="${LANGUAGE_FACTS[language].tag}"`);
      expect(html).toContain(`<h1>${texts.title}</h1>`);
      expect(html).toContain('<link rel="stylesheet" href="/assets/a.css">');
      expect(html).toContain("<body><header>links</header><main");
      expect(html.match(/<script/g)).toHaveLength(1);
    },
  );

  it.each([
    ["/fr/signal", "es", ["de"], "fr"],
    ["/", "es", ["it-CH", "en"], "es"],
    ["/", "xx", ["it-CH", "en"], "it"],
    ["/", undefined, ["it-CH", "en"], "it"],
    ["/login", undefined, ["ja"], "en"],
    ["/", undefined, [], "en"],
  ])(
    "at %s, with %s chosen, in a browser with %j, is in %s",
    (pathname, chosen, browserLanguages, expected) => {
      expect(languageOf(pathname, chosen, browserLanguages)).toBe(expected);
    },
  );
});
