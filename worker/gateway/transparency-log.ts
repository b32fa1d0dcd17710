/** The transparency log at its public addresses (https://c2sp.org/tlog-tiles), read from the API. */
import type { Context, Handler } from "hono";
import { parseTilePath, TILE_WIDTH } from "#shared/log/log-tiles.ts";
import { answerMissingFile } from "./builds/builds.ts";
import type { GatewayEnv } from "./context.ts";
import { cancelBody } from "#worker/http/cancel-body.ts";

/** Path where its clients expect it: a checkpoint's first line is the site's host and this path. */
export const LOG_ROUTE = "/log/*";

interface LogPart {
  readonly api: string;
  readonly type: string;
  readonly cacheControl: string;
}

const TEXT = "text/plain; charset=utf-8";

/** `fetchApi` answers a GET under `/api/` as the browser would get it. */
export function createLogHandler(
  fetchApi: (c: Context<GatewayEnv>, path: string) => Promise<Response>,
): Handler<GatewayEnv> {
  return async (c) => {
    const part = partAt(c.req.path.slice("/log/".length));
    if (part === null) return answerMissingFile();
    const answer = await fetchApi(c, part.api);
    if (answer.ok)
      return new Response(answer.body, {
        headers: { "Content-Type": part.type, "Cache-Control": part.cacheControl },
      });
    if (answer.status !== 404) return answer;
    cancelBody(answer);
    return answerMissingFile();
  };
}

/** Null for an address that is not part of a log. */
function partAt(path: string): LogPart | null {
  if (path === "checkpoint")
    return { api: "/api/log/checkpoint/", type: TEXT, cacheControl: "public, max-age=1" };
  if (path === "key") return { api: "/api/log/key/", type: TEXT, cacheControl: "public, max-age=300" };
  const tile = parseTilePath(path);
  if (tile === null) return null;
  const { level, index, width } = tile;
  const of = level === "entries" ? "entries/?" : `tile/?level=${level}&`;
  return {
    api: `/api/log/${of}index=${index}&width=${width}`,
    type: "application/octet-stream",
    // A partial tile never changes, but is later replaced by the full one.
    cacheControl: width === TILE_WIDTH ? "public, max-age=31536000, immutable" : "public, max-age=300",
  };
}
