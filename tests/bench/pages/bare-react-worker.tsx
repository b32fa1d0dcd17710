/** Baseline: react-dom/server alone on the component tree of a page. Data, status and head are decided beforehand. */
import { renderToReadableStream } from "react-dom/server.edge";
import type { Texts } from "#client/i18n/namespaces.ts";
import {
  createDocument,
  createPageElement,
  preparePage,
  type LoadPageData,
  type PreparedPage,
  type RuntimeConfig,
} from "#client/entry.server.tsx";

/** What one page was rendered from, by its address. */
export interface BarePage {
  readonly config: RuntimeConfig;
  readonly data: Awaited<ReturnType<LoadPageData>>;
  readonly css: string;
  readonly styles: readonly string[];
  readonly preloads: readonly string[];
  readonly parts: readonly string[];
  readonly entry: string;
  /** Text of client/head-script.ts, as built. */
  readonly headScript: string;
  readonly grounds: Readonly<Record<"dark" | "light", string>>;
}

interface Env {
  /** JSON: a `BarePage` by address. */
  readonly PAGES: string;
  /** JSON: the texts of the one language that the pages are in. */
  readonly TEXTS: string;
}

let pages: Readonly<Record<string, BarePage>> | null = null;
let texts: Texts | null = null;
const preparedPages = new Map<string, PreparedPage>();

// oxlint-disable-next-line import/no-default-export -- a worker's handlers are its default export
export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    pages ??= parsePages(env.PAGES);
    texts ??= parseTexts(env.TEXTS);
    const path = request.url.slice(request.url.indexOf("/", 8));
    const page = pages[path];
    if (!page) return new Response(`${path} is not among ${Object.keys(pages).join(" ")}`, { status: 404 });
    const { config, css, styles, preloads, parts, entry, headScript, grounds } = page;
    let prepared = preparedPages.get(path);
    if (!prepared) {
      prepared = await preparePage(request.url, config.language, async () => page.data);
      preparedPages.set(path, prepared);
    }
    const document = createDocument(prepared, config, texts, {
      css,
      styles,
      headScript,
      grounds,
      preloads,
      parts,
    });
    const stream = await renderToReadableStream(
      document({ children: createPageElement(prepared, config, texts) }),
      {
        bootstrapModules: [entry],
        progressiveChunkSize: Infinity,
      },
    );
    return new Response(stream, { headers: { "Content-Type": "text/html; charset=utf-8" } });
  },
};

/** The benchmark wrote it, so its shape is known. */
function parsePages(json: string): Record<string, BarePage> {
  return JSON.parse(json) as Record<string, BarePage>;
}

/** So is that of the texts. */
function parseTexts(json: string): Texts {
  return JSON.parse(json) as Texts;
}
