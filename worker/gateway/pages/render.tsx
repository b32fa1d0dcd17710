/** Renders one prepared page, streamed or whole: document, policy and early hints of the response. */
import type { Context } from "hono";
import { reactRenderer } from "@hono/react-renderer";
import build from "#build";
import {
  createDocument,
  createPageElement,
  namespacesOf,
  type PreparedPage,
  type RuntimeConfig,
} from "#client/entry.server.tsx";
import { describeError, type Log } from "#worker/http/log.ts";
import { PAGES_STARTED_AT_ONCE } from "#shared/routes.ts";
import type { GatewayEnv } from "#worker/gateway/context.ts";
import type { Edition } from "#worker/gateway/editions.ts";
import { contentSecurityPolicy } from "#worker/gateway/security-headers.ts";
import type { KeptParts } from "./kept-parts.ts";
import { createPartFiller, type Extent, STYLE_MARK } from "./part-filler.ts";

/** Rendering that takes longer is cut off; what has been sent stays. */
const RENDER_DEADLINE_MS = 10_000;

export interface RenderOptions {
  readonly config: RuntimeConfig;
  readonly edition: Edition;
  readonly log: Log;
  /** Leaves the answer uncompressed, so that the local proxy does not hold back the stream. */
  readonly isLocal: boolean;
  readonly keptParts: KeptParts;
  readonly extent?: Extent;
  /** Called for each part of the page that could not be rendered, also where the request was broken off. */
  readonly onFault: () => void;
}

/** Rejects where the shell cannot be rendered; then nothing has been sent. */
export async function renderPage(
  c: Context<GatewayEnv>,
  prepared: PreparedPage,
  { config, edition, log, isLocal, keptParts, extent = "whole", onFault }: RenderOptions,
): Promise<Response> {
  const nonce = c.get("nonce");
  const { texts, cssBytes, earlyScript } = edition;
  const { earlyHints, ...assets } = filesOf(prepared, edition);
  const deadline = AbortSignal.timeout(RENDER_DEADLINE_MS);
  const renderer = reactRenderer(
    createDocument(prepared, config, texts, { css: STYLE_MARK, earlyScript, nonce, ...assets }),
    {
      stream: { "Content-Type": "text/html; charset=utf-8" },
      readableStreamOptions: {
        // React sends a finished part last, for a script to move, where it is larger than this many bytes.
        progressiveChunkSize: Infinity,
        nonce,
        bootstrapModules: [build.entry],
        signal: AbortSignal.any([c.req.raw.signal, deadline]),
        onError: (error) => {
          onFault();
          if (c.req.raw.signal.aborted) return;
          log({
            level: "error",
            event: "render_failed",
            requestId: c.get("requestId"),
            error: describeError(error),
          });
        },
      },
    },
  );
  await renderer(c, async () => {});
  c.status(statusOf(prepared));
  c.header("Content-Security-Policy", contentSecurityPolicy(nonce));
  c.header("Content-Language", config.language);
  c.header("Link", earlyHints);
  if (isLocal) c.header("Content-Encoding", "identity");
  const filler = createPartFiller({ kept: keptParts, language: config.language, cssBytes, extent });
  // What stands in the place of a part that is held back is not that part.
  const place = prepared.arePartsWithheld ? null : filler.place;
  const response = await c.render(createPageElement(prepared, config, texts, place));
  return response.body ? new Response(filler.transform(response.body), response) : response;
}

/** Route statuses come from our own loaders; the cast to Hono's union of known statuses cannot be expressed otherwise. */
function statusOf({ status }: PreparedPage): 200 {
  return status as 200;
}

interface PageFiles {
  readonly preloads: readonly string[];
  readonly parts: readonly string[];
  /** RFC 8297: the platform sends these as 103 before the answer. */
  readonly earlyHints: string;
}

// Follows from the build alone, so it is worked out once for each page and language.
const filesByEdition = new WeakMap<Edition, Map<PreparedPage["page"], PageFiles>>();

function filesOf({ page }: PreparedPage, edition: Edition): PageFiles {
  const filesByPage = filesByEdition.get(edition) ?? new Map<PreparedPage["page"], PageFiles>();
  filesByEdition.set(edition, filesByPage);
  const known = filesByPage.get(page);
  if (known) return known;
  const { entryFiles, applicationFiles, pageFiles, textFiles } = edition;
  const texts = namespacesOf(page).flatMap((namespace) => textFiles[namespace] ?? []);
  const application = new Set([...applicationFiles, ...((page && pageFiles[page]) ?? []), ...texts]);
  for (const file of entryFiles) application.delete(file);
  const startsAtOnce = page !== null && PAGES_STARTED_AT_ONCE.has(page);
  const preloads = startsAtOnce ? [...entryFiles, ...application] : entryFiles;
  const parts = startsAtOnce ? [] : [...application];
  const earlyHints = preloads.map((href) => `<${href}>; rel=modulepreload`).join(", ");
  const files = { preloads, parts, earlyHints };
  filesByPage.set(page, files);
  return files;
}
