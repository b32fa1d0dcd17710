/** Cache rules of the build's files, and where the build's id is shown. */
import { env } from "cloudflare:workers";
import { SELF } from "cloudflare:test";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { BuildManifest } from "#shared/site/build-manifest.ts";
import { LANGUAGE_FACTS } from "#shared/site/languages.ts";
import { createBuilds } from "#worker/gateway/builds/builds.ts";
import { createLanguageAssets } from "#worker/gateway/language-assets.ts";
import { Hono } from "hono";
import { readConfig } from "#worker/config.ts";
import type { GatewayEnv } from "#worker/gateway/context.ts";

const ORIGIN = "https://tidemark.example";

const get = (path: string) => SELF.fetch(new Request(ORIGIN + path, { redirect: "manual" }));

async function latestBuild(): Promise<{ id: string; timestamp: number }> {
  return (await get("/builds/latest.json?1764000000000")).json();
}

describe("a file of the build", () => {
  it.each([
    ["/builds/latest.json?1764000000000", "no-store"],
    ["/sw.js", "no-cache"],
  ])("at %s is served with Cache-Control: %s", async (path, cacheControl) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("Cache-Control")).toBe(cacheControl);
    await response.body?.cancel();
  });

  it("is listed in the build's manifest, which never changes", async () => {
    const { id, timestamp } = await latestBuild();
    const response = await get(`/builds/meta/${id}.json`);
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    const manifest = v.parse(BuildManifest, await response.json());
    expect(manifest).toMatchObject({ id, timestamp });
    const named = [
      manifest.styles,
      manifest.entryFiles,
      manifest.applicationFiles,
      ...Object.values(manifest.pages),
      Object.values(manifest.texts),
    ];
    for (const file of named.flat()) expect(manifest.files).toContain(file);
  });

  it.each(["/builds/meta/unknown.json", "/builds/"])(
    "that does not exist, like %s, is a plain 404",
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(response.headers.get("Content-Type")).not.toContain("html");
      await response.body?.cancel();
    },
  );
});

describe("the build's id", () => {
  it.each(["/api/nothing/", "/en/about/_payload.json"])(
    "is in a header of the response to %s",
    async (path) => {
      const response = await get(path);
      expect(response.headers.get("X-Build-Id")).toBe((await latestBuild()).id);
      await response.body?.cancel();
    },
  );

  it("is in the configuration of a page, with how often to check for a newer one, which the operator sets", async () => {
    const html = await (await get("/en/about")).text();
    expect(html).toContain(`"buildId":"${(await latestBuild()).id}"`);
    expect(html).toContain('"buildCheckIntervalMs":3600000');
    expect(html).toContain('"hasServiceWorker":true');
    expect(readConfig({ ...env, BUILD_CHECK_INTERVAL_SECONDS: "90" }).buildCheckIntervalMs).toBe(90_000);
  });
});

it("if the service worker is off, /sw.js serves a script that unregisters it", async () => {
  const asked: string[] = [];
  const assets = {
    fetch: async (url: string) => {
      asked.push(new URL(url).pathname);
      return new Response("unregister", { headers: { "Content-Type": "text/javascript" } });
    },
    connect: () => {
      throw new TypeError("not used");
    },
  };
  for (const hasServiceWorker of [true, false]) {
    const builds = createBuilds({
      assets,
      readLanguageAssets: createLanguageAssets(assets),
      brandName: "Tidemark",
      hasServiceWorker,
      absentParts: [],
    });
    const app = new Hono<GatewayEnv>().get("/sw.js", builds.serviceWorker);
    const response = await app.request(`${ORIGIN}/sw.js`);
    expect(response.headers.get("Cache-Control")).toBe("no-cache");
  }
  expect(asked).toEqual(["/sw.js", "/sw-off.js"]);
});

describe("the web manifest", () => {
  it.each(["de", "it"] as const)("is in %s, and is one app in all languages", async (language) => {
    const response = await get(`/manifest.webmanifest?language=${language}`);
    expect(response.headers.get("Content-Type")).toMatch(/^application\/manifest\+json/);
    expect(await response.json()).toMatchObject({
      id: "/",
      lang: LANGUAGE_FACTS[language].tag,
      start_url: `/${language}`,
      display: "standalone",
    });
  });

  it("is in the default language if the request has no known language", async () => {
    for (const path of ["/manifest.webmanifest", "/manifest.webmanifest?language=xx"]) {
      expect(await (await get(path)).json()).toMatchObject({ lang: "en-US" });
    }
  });
});
