/** Which files of its build the worker fetches, and when. */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { SHELL_NAMESPACES } from "#client/i18n/namespaces.ts";
import { LANGUAGES } from "#shared/site/languages.ts";
import spanish from "#shared/locales/es/common.json";
import { PAGES } from "#shared/site/routes.ts";
import { createLanguageAssets } from "#worker/gateway/language-assets.ts";
import { inlineHash } from "#worker/gateway/security-headers.ts";

function world(fetchAsset: (url: string) => Promise<Response> = (url) => env.ASSETS.fetch(url)) {
  const asked: string[] = [];
  const assets = {
    fetch: (url: string) => {
      asked.push(new URL(url).pathname);
      return fetchAsset(url);
    },
    connect: () => {
      throw new TypeError("not used");
    },
  };
  return { asked, readLanguageAssets: createLanguageAssets(assets) };
}

const LIMITS_KIB = new Map([
  ["traders-detail", 31],
  ...["cookie-policy", "instruction", "login", "privacy-policy", "terms", "verify"].map(
    (page) => [page, 24] as const,
  ),
]);
const BEHIND_SIGN_IN = /^(?:admin|profile|watch)/;

describe("language assets", () => {
  it("are fetched once, and only in the requested language", async () => {
    const { asked, readLanguageAssets } = world();
    const first = await readLanguageAssets("de");
    expect(await readLanguageAssets("de")).toBe(first);
    // The address names the content, so that no older file is taken for it.
    expect(asked).toEqual([expect.stringMatching(/^\/assets\/language-de-[\w-]{8}\.json$/)]);
  });

  it("have the texts of all namespaces", async () => {
    const { texts } = await world().readLanguageAssets("es");
    expect(texts.common).toEqual(spanish);
    expect(texts["web-manifest"].description).toMatch(/\w/);
  });

  it.each(LANGUAGES)("in %s name existing files, for every page", async (language) => {
    const { entryFiles, applicationFiles, pageFiles, pageStyles, textFiles } =
      await world().readLanguageAssets(language);
    expect(Object.keys(pageFiles).toSorted()).toEqual([...PAGES].toSorted());
    expect(textFiles["about"]).toMatch(/^\/assets\/about-[\w-]{8}\.js$/);
    // What every page needs comes in one file.
    expect(new Set(SHELL_NAMESPACES.map((namespace) => textFiles[namespace])).size).toBe(1);
    const files = new Set(
      [
        entryFiles,
        applicationFiles,
        ...[pageFiles, pageStyles, textFiles].map((files) => Object.values(files)),
      ].flat(2),
    );
    for (const file of files) {
      const { status } = await env.ASSETS.fetch(`https://assets.invalid${file}`, { method: "HEAD" });
      expect(status, file).toBe(200);
    }
  });

  it("have the style of each document as text, and its hash for the Content-Security-Policy", async () => {
    const { css, pageInline, inlineHashes } = await world().readLanguageAssets("it");
    expect(css).toMatch(/^@layer/);
    expect(inlineHashes.style).toBe(await inlineHash(css));
    const { "traders-detail": trader, traders } = pageInline;
    expect(trader?.css.startsWith(css)).toBe(true);
    expect(trader?.hash).toBe(await inlineHash(trader?.css ?? ""));
    expect([traders?.css, trader?.css].map((text) => text?.includes(".chart"))).toEqual([false, true]);
  });

  it("keep the style in a public document within 30 KiB, of a trader within 31, of a text within 24", async () => {
    const { pageInline } = await world().readLanguageAssets("en");
    const tooLong = Object.entries(pageInline).flatMap(([route, { css }]) => {
      const limit = LIMITS_KIB.get(route) ?? (BEHIND_SIGN_IN.test(route) ? Infinity : 30);
      return css.length > limit * 1024 ? [`${route}: ${css.length} bytes`] : [];
    });
    expect(tooLong).toEqual([]);
  });

  it("are fetched again after a failure", async () => {
    let status = 500;
    const { readLanguageAssets } = world(async () => Response.json({ css: "", pageStyles: {} }, { status }));
    await expect(readLanguageAssets("fr")).rejects.toThrow('The assets of "fr"');
    status = 200;
    expect(await readLanguageAssets("fr")).toMatchObject({ css: "" });
  });
});
