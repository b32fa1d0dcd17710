/** Tiles as they are stored, and as RFC 6962 and the tiles' description have them. */
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import type { LedgerEntry } from "#shared/contracts/ledger.ts";
import { leafHash, rootOfHashes, webCryptoSha256Of } from "#shared/log/merkle-tree.ts";
import { fromHex, toHex } from "#shared/encoding/sha256.ts";
import { toLedgerEntry } from "#worker/api/ledger/index.ts";
import { ledger } from "#worker/api/tables/ledger.ts";

const sha256 = webCryptoSha256Of(crypto.subtle);

interface StoredTile {
  readonly level: number;
  readonly tile_index: number;
  readonly hashes: string;
}

export async function storedTiles(): Promise<StoredTile[]> {
  return (await env.DB.prepare("SELECT * FROM log_tiles ORDER BY level, tile_index").all<StoredTile>())
    .results;
}

/** The tiles by the ledger as it stands, hashed one by one as RFC 6962 has it. */
export async function tilesByDefinition(): Promise<StoredTile[]> {
  const entries = (await drizzle(env.DB).select().from(ledger)).map(toLedgerEntry);
  const tiles: StoredTile[] = [];
  let hashes = await Promise.all(entries.map(async (entry) => toHex(await leafHash(sha256, lineOf(entry)))));
  for (let level = 0; hashes.length > 0; level += 1) {
    const above: string[] = [];
    for (let index = 0; index * 256 < hashes.length; index += 1) {
      const tile = hashes.slice(index * 256, index * 256 + 256);
      tiles.push({ level, tile_index: index, hashes: tile.join("") });
      if (tile.length === 256) above.push(toHex(await rootOfHashes(sha256, tile.map(fromHex))));
    }
    hashes = above;
  }
  return tiles;
}

/** As `export.ndjson` has it: keys in the order of the alphabet, on every level. */
function lineOf(entry: LedgerEntry): Uint8Array {
  const inOrder = (_: string, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  return new TextEncoder().encode(JSON.stringify(entry, inOrder));
}
