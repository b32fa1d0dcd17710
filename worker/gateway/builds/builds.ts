/** Files of the build that need exact cache rules: the service worker, the build manifests, the web manifest. */
import type { Handler } from "hono";
import type { GatewayEnv } from "#worker/gateway/context.ts";
import type { Config } from "#worker/config.ts";
import { isLanguage, DEFAULT_LANGUAGE, LANGUAGE_TAGS, textDirection } from "#shared/languages.ts";
import { pageHref } from "#shared/routes.ts";
import { answerMissingFile } from "./missing-file.ts";

export interface Builds {
  readonly serviceWorker: Handler<GatewayEnv>;
  readonly manifests: Handler<GatewayEnv>;
  readonly webManifest: Handler<GatewayEnv>;
}

const IMMUTABLE = "public, max-age=31536000, immutable";

export function createBuilds(assets: Fetcher, brand: Config["brand"]): Builds {
  const serve = async (url: string, cacheControl: string): Promise<Response> => {
    const found = await assets.fetch(new URL(url).origin + new URL(url).pathname);
    if (!found.ok) {
      await found.body?.cancel();
      return answerMissingFile();
    }
    const response = new Response(found.body, found);
    response.headers.set("Cache-Control", cacheControl);
    return response;
  };
  return {
    serviceWorker: (c) => serve(c.req.url, "no-cache"),
    manifests: (c) => serve(c.req.url, c.req.path === "/builds/latest.json" ? "no-store" : IMMUTABLE),
    webManifest: (c) => {
      const asked = c.req.query("language");
      const language = isLanguage(asked) ? asked : DEFAULT_LANGUAGE;
      c.header("Cache-Control", "public, max-age=3600");
      return c.json(
        {
          name: brand.name,
          short_name: brand.name,
          id: "/",
          start_url: pageHref(language, "home"),
          scope: "/",
          display: "standalone",
          lang: LANGUAGE_TAGS[language],
          dir: textDirection(language),
          background_color: "#0b1220",
          theme_color: "#0b1220",
          icons: [{ src: "/icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" }],
        },
        200,
        { "Content-Type": "application/manifest+json" },
      );
    },
  };
}
