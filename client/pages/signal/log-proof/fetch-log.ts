/** Reads the site's log (https://c2sp.org/tlog-tiles) in the browser, whose HTTP cache keeps full tiles. */
import type { ApiFetch } from "#client/data/api-fetch.ts";
import { HttpError, readHttpError, unanswered } from "#client/data/http-error.ts";
import { HASH_BYTES, type Tile, tilePath } from "#shared/log/log-tiles.ts";
import type { Hash } from "#shared/log/merkle-tree.ts";

/** Each rejects with `HttpError` or `NetworkError`. */
export interface LogReader {
  /** The log's public keys, one a line. */
  readonly readKeys: () => Promise<string>;
  /** The newest signed note, bypassing the HTTP cache. */
  readonly readCheckpoint: () => Promise<string>;
  /** Bypasses the HTTP cache if `isPastCache`, because the cache keeps tiles for a year, even of a log that was rewritten. */
  readonly tileReader: (isPastCache: boolean) => ReadTile;
}

/** Requests each tile once. Also rejects with `BrokenTileError`. */
export type ReadTile = (tile: Tile) => Promise<readonly Hash[]>;

/** The log lacks a tile that its checkpoint needs, or part of it. */
export class BrokenTileError extends Error {
  override readonly name = "BrokenTileError";
  /** Path below the log's address. */
  readonly path: string;

  constructor(path: string) {
    super(`The log has not the whole of ${path}`);
    this.path = path;
  }
}

export function createLogReader(fetch: ApiFetch): LogReader {
  async function read<Body>(
    path: string,
    bodyOf: (response: Response) => Promise<Body>,
    cache: RequestCache = "default",
  ): Promise<Body> {
    const response = await fetch(`/log/${path}`, { cache, headers: { Accept: "*/*" } });
    if (!response.ok) throw await readHttpError(response, Date.now());
    return bodyOf(response).catch((error) => Promise.reject(unanswered(error)));
  }

  async function fetchTile(tile: Tile, cache: RequestCache): Promise<readonly Hash[]> {
    const path = tilePath(tile);
    const bytes = await read(path, (response) => response.arrayBuffer(), cache).catch((error) => {
      throw error instanceof HttpError && error.status === 404 ? new BrokenTileError(path) : error;
    });
    if (bytes.byteLength !== tile.width * HASH_BYTES) throw new BrokenTileError(path);
    return Array.from({ length: tile.width }, (_, at) => new Uint8Array(bytes, at * HASH_BYTES, HASH_BYTES));
  }

  return {
    readKeys: () => read("key", (response) => response.text()),
    readCheckpoint: () => read("checkpoint", (response) => response.text(), "no-store"),
    tileReader(isPastCache) {
      const tiles = new Map<string, Promise<readonly Hash[]>>();
      return (tile) => {
        const path = tilePath(tile);
        const hashes = tiles.get(path) ?? fetchTile(tile, isPastCache ? "reload" : "default");
        tiles.set(path, hashes);
        return hashes;
      };
    },
  };
}
