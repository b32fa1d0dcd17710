/** Files of the build that need exact cache rules: the service worker, the build manifests, the web manifest, the API's description. */
import { cancelBody } from "#worker/http/cancel-body.ts";
import type { Handler, Context } from "hono";
import build from "#build";
import type { GatewayEnv } from "#worker/gateway/context.ts";
import { isLanguage, DEFAULT_LANGUAGE } from "#shared/site/languages.ts";
import { LATEST_BUILD_PATH, BUILD_ID_HEADER } from "#shared/site/build-manifest.ts";
import type { ReadLanguageAssets } from "#worker/gateway/language-assets.ts";
import { OPENAPI_PATH, isDataPath } from "#shared/site/routes.ts";
import type { SitePart } from "#shared/site/site-parts.ts";
import { webManifest } from "./web-manifest.ts";

export interface BuildsOptions {
  readonly assets: Fetcher;
  readonly readLanguageAssets: ReadLanguageAssets;
  readonly brandName: string;
  /** If false, serves a worker that removes itself and its caches: the remedy for a faulty service worker. */
  readonly hasServiceWorker: boolean;
  readonly absentParts: readonly SitePart[];
}

export interface Builds {
  readonly serviceWorker: Handler<GatewayEnv>;
  readonly manifests: Handler<GatewayEnv>;
  readonly webManifest: Handler<GatewayEnv>;
  readonly openApi: Handler<GatewayEnv>;
}

const IMMUTABLE = "public, max-age=31536000, immutable";

export function createBuilds({
  assets,
  readLanguageAssets,
  brandName,
  hasServiceWorker,
  absentParts,
}: BuildsOptions): Builds {
  const serve = async (requestUrl: string, path: string, cacheControl: string): Promise<Response> => {
    const found = await assets.fetch(new URL(requestUrl).origin + path);
    if (!found.ok) {
      cancelBody(found);
      return answerMissingFile();
    }
    const response = new Response(found.body, found);
    response.headers.set("Cache-Control", cacheControl);
    return response;
  };
  return {
    serviceWorker: async (c) => {
      const response = await serve(c.req.url, hasServiceWorker ? "/sw.js" : "/sw-off.js", "no-cache");
      // What the service worker's own script may load: the document's policy does not apply to it.
      if (response.ok)
        response.headers.set("Content-Security-Policy", "default-src 'none'; connect-src 'self'");
      return response;
    },
    manifests: (c) => serve(c.req.url, c.req.path, c.req.path === LATEST_BUILD_PATH ? "no-store" : IMMUTABLE),
    webManifest: async (c) => {
      const asked = c.req.query("language");
      const language = isLanguage(asked) ? asked : DEFAULT_LANGUAGE;
      const languageAssets = await readLanguageAssets(language);
      c.header("Cache-Control", "public, max-age=3600");
      const manifest = webManifest(language, brandName, languageAssets, absentParts);
      return c.json(manifest, 200, { "Content-Type": "application/manifest+json" });
    },
    openApi: (c) => serve(c.req.url, OPENAPI_PATH, "public, max-age=300"),
  };
}

/** States which build answered, on API answers and payloads, so that tabs of an older build notice. */
export function announceBuild(c: Context<GatewayEnv>): void {
  if (isDataPath(c.req.path)) c.res.headers.set(BUILD_ID_HEADER, build.id);
}

/** A missing file is never answered with HTML: a browser would execute it as the script it asked for. */
export function answerMissingFile(): Response {
  return new Response("Not found\n", {
    status: 404,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}
