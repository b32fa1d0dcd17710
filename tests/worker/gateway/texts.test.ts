/** What the worker fetches of its texts, and when. */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "#shared/languages.ts";
import { createTexts } from "#worker/gateway/texts.ts";

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
  return { asked, readTexts: createTexts(assets) };
}

describe("the worker's texts", () => {
  it("are fetched once, and only those of the language asked for", async () => {
    const { asked, readTexts } = world();
    const first = await readTexts("de");
    expect(await readTexts("de")).toBe(first);
    // The address names the content, so that no older file is taken for it.
    expect(asked).toEqual([expect.stringMatching(/^\/assets\/server-texts-de-[\w-]{8}\.json$/)]);
  });

  it.each(LANGUAGES)("are in the build in %s, all namespaces of a page among them", async (language) => {
    const texts = await world().readTexts(language);
    const source = await import(`../../../shared/locales/${language}/common.json`);
    expect(texts.common).toEqual(source.default);
    expect(texts["web-manifest"].description).toMatch(/\w/);
  });

  it("are tried again after the file could not be had", async () => {
    let status = 500;
    const { readTexts } = world(async () => Response.json({ common: {} }, { status }));
    await expect(readTexts("fr")).rejects.toThrow('The texts in "fr"');
    status = 200;
    expect(await readTexts("fr")).toEqual({ common: {} });
  });
});
