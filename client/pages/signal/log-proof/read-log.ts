/** Reads the site's log (https://c2sp.org/tlog-tiles) in the browser, whose HTTP cache keeps the tiles that are full. */
import type { ApiFetch } from "#client/data/api-fetch.ts";
import { HttpError, readHttpError, unanswered } from "#client/data/http-error.ts";
import { HASH_BYTES, type Tile, tilePath } from "#shared/log-tiles.ts";
import type { Hash } from "#shared/merkle-tree.ts";

/** Each rejects with `HttpError` or `NetworkError`. */
export interface LogReader {
  /** The log's public keys, one a line. */
  readonly readKeys: () => Promise<string>;
  /** The newest signed note; past the HTTP cache where asked so. */
  readonly readCheckpoint: (isPastCache: boolean) => Promise<string>;
  /** Asks for each tile once. Rejects with `BrokenTileError` too. */
  readonly readTile: (tile: Tile) => Promise<readonly Hash[]>;
}

/** The log does not have a tile that its checkpoint needs, or not all of it. */
export class BrokenTileError extends Error {
  override readonly name = "BrokenTileError";
  /** Behind the log's address. */
  readonly path: string;

  constructor(path: string) {
    super(`The log has not the whole of ${path}`);
    this.path = path;
  }
}

export function createLogReader(fetch: ApiFetch): LogReader {
  const tiles = new Map<string, Promise<readonly Hash[]>>();

  async function read<Body>(
    path: string,
    bodyOf: (response: Response) => Promise<Body>,
    cache: RequestCache = "default",
  ): Promise<Body> {
    const response = await fetch(`/log/${path}`, { cache, headers: { Accept: "*/*" } });
    if (!response.ok) throw await readHttpError(response, Date.now());
    return bodyOf(response).catch((error) => Promise.reject(unanswered(error)));
  }

  async function fetchTile(tile: Tile): Promise<readonly Hash[]> {
    const path = tilePath(tile);
    const bytes = await read(path, (response) => response.arrayBuffer()).catch((error) => {
      throw error instanceof HttpError && error.status === 404 ? new BrokenTileError(path) : error;
    });
    if (bytes.byteLength !== tile.width * HASH_BYTES) throw new BrokenTileError(path);
    return Array.from({ length: tile.width }, (_, at) => new Uint8Array(bytes, at * HASH_BYTES, HASH_BYTES));
  }

  return {
    readKeys: () => read("key", (response) => response.text()),
    readCheckpoint: (isPastCache) =>
      read("checkpoint", (response) => response.text(), isPastCache ? "no-store" : "default"),
    readTile(tile) {
      const path = tilePath(tile);
      const hashes = tiles.get(path) ?? fetchTile(tile);
      tiles.set(path, hashes);
      return hashes;
    },
  };
}
