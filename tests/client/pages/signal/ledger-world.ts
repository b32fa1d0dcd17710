/** A ledger behind an API, to check against and to tamper with. */
import { GENESIS_HASH, type LedgerDraft, type LedgerEntry } from "#shared/contracts/ledger.ts";
import { hashEntry } from "#shared/ledger-chain.ts";
import { webCryptoSha256 } from "#shared/sha256.ts";
import { HttpError } from "#client/data/http-error.ts";
import type { ReadAnswer } from "#client/pages/signal/read-ledger.ts";

export const sha256 = webCryptoSha256(crypto.subtle, new TextEncoder());

/** Publications and losses in turn, hashed one onto the other. */
export async function chainOf(length: number, trader = "north-light"): Promise<LedgerEntry[]> {
  const chain: LedgerEntry[] = [];
  let prev_hash = GENESIS_HASH;
  for (let index = 0; index < length; index += 1) {
    const at = new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString();
    const entry = { ...draftAt(index, trader), seq: index + 1, at, prev_hash };
    const hash = await hashEntry(entry, sha256);
    chain.push({ ...entry, hash });
    prev_hash = hash;
  }
  return chain;
}

/**
 * Answers as `GET /api/ledger/` and its head do, from lines of JSON; a page with a line that is none answers 500, as the
 * API does for a row it cannot read.
 */
export function readFrom(lines: readonly string[], asked: string[] = []): ReadAnswer {
  return async (path) => {
    asked.push(path);
    if (path === "/api/ledger/head/") {
      const last = JSON.parse(lines.at(-1) ?? "null");
      return { seq: lines.length, at: null, hash: last?.hash ?? GENESIS_HASH };
    }
    const query = new URL(path, "https://tidemark.test").searchParams;
    const after = Number(query.get("after"));
    const end = after + Number(query.get("limit"));
    try {
      const results = lines.slice(after, end).map((line): unknown => JSON.parse(line));
      return { results, next: end < lines.length ? String(end) : null };
    } catch {
      throw new HttpError({ status: 500, code: "internal_error", detail: "Internal Server Error" });
    }
  };
}

function draftAt(index: number, trader: string): LedgerDraft {
  const signal_id = `signal-${Math.floor(index / 2)}`;
  if (index % 2 === 1) return { kind: "settled", signal_id, payload: { outcome: "lost", cause: "result" } };
  return {
    kind: "published",
    signal_id,
    payload: {
      trader,
      asset: "EUR/USD",
      direction: "up",
      entry_at: "2026-02-01T00:00:00.000Z",
      expires_at: "2026-02-01T00:05:00.000Z",
      settle_by: "2026-02-02T00:05:00.000Z",
      payout: 0.85,
      is_late: false,
    },
  };
}
