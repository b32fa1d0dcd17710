/** Staff who write to a site's record, and the invariants of the record afterwards. */
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { toBase64 } from "#shared/encoding/base64.ts";
import type { LedgerPage } from "#shared/contracts/ledger.ts";
import { ledgerLine, verifyChain } from "#shared/record/ledger-chain.ts";
import { leafHash, rootOfHashes } from "#shared/log/merkle-tree.ts";
import { sha256, sha256OfBytes } from "#worker/commands/verify/digests.ts";
import { callApi, signalSentBy } from "./api-client.ts";

/** The handle of a new trader. */
export async function addTrader(url: string, staff: string): Promise<string> {
  const handle = `trader-${randomUUID().slice(0, 8)}`;
  const added = await callApi(url, staff, "POST", "/api/admin/traders/", { handle, name: handle });
  expect(added.status).toBe(201);
  return handle;
}

/** Status and, if it was published, id of the signal; null if no answer came. */
export async function publish(
  url: string,
  staff: string,
  trader: string,
  headers: Readonly<Record<string, string>> = {},
) {
  try {
    const signal = signalSentBy(trader, { entryInMs: 600_000 });
    const response = await callApi(url, staff, "POST", "/api/admin/signals/", signal, headers);
    const body: { id?: string; code?: string } = await response.json();
    return { status: response.status, retryAfter: response.headers.get("Retry-After"), ...body };
  } catch {
    return null;
  }
}

async function readLedger(url: string): Promise<LedgerPage["results"]> {
  const entries: LedgerPage["results"] = [];
  for (let after: string | null = "0"; after !== null;) {
    const response: Response = await fetch(`${url}/api/ledger/?after=${after}&limit=1000`);
    const page: LedgerPage = await response.json();
    entries.push(...page.results);
    after = page.next;
  }
  return entries;
}

/**
 * Asserts that the chain is valid, that the log covers it, and that the chain, the lists and the sums have each acknowledged
 * signal exactly once. Returns the number of signals.
 */
export async function expectWhole(
  url: string,
  trader: string,
  acknowledged: readonly string[],
): Promise<number> {
  const entries = await readLedger(url);
  expect(await verifyChain(entries, { sha256 })).toMatchObject({ holds: true });
  const [, size, root] = (await (await fetch(`${url}/log/checkpoint`)).text()).split("\n");
  expect([size, root]).toEqual([String(entries.length), await rootOf(entries)]);
  const published = entries.filter(({ kind }) => kind === "published").map(({ signal_id }) => signal_id);
  expect(new Set(published).size).toBe(published.length);
  expect(published).toEqual(expect.arrayContaining([...acknowledged]));
  const summary: { signals: number } = await (await fetch(`${url}/api/summary/`)).json();
  expect(summary.signals).toBe(published.length);
  const record: { statistics: { open: number } } = await (
    await fetch(`${url}/api/traders/${trader}/`)
  ).json();
  expect(record.statistics.open).toBe(published.length);
  return published.length;
}

async function rootOf(entries: LedgerPage["results"]): Promise<string> {
  const lines = entries.map((entry) => new TextEncoder().encode(ledgerLine(entry)));
  const leaves = await Promise.all(lines.map((line) => leafHash(sha256OfBytes, line)));
  return toBase64(await rootOfHashes(sha256OfBytes, leaves));
}
