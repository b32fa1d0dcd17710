/** Where a ledger to be verified comes from: a site or a database that is asked page by page, or an NDJSON file. */
import { createReadStream } from "node:fs";
import * as v from "valibot";
import { canonicalJson, type JsonValue } from "#shared/canonical-json.ts";
import { LEDGER_PAGE_LIMIT, LedgerHead } from "#shared/contracts/ledger.ts";
import type { LedgerCheckpoint } from "#shared/ledger-chain.ts";

export interface LedgerSource {
  /** As received, for `verifyChain` to judge; what cannot be read at all comes as null. */
  readonly entries: AsyncIterable<unknown>;
  /** Head the source announces; a file announces none. */
  readonly until?: LedgerCheckpoint;
}

/** A page whose entries are still unjudged. */
const RawPage = v.object({ results: v.array(v.unknown()) });

const LINE_FEED = 0x0a;

/**
 * The ledger of a site: its address, or that of its `/api/ledger/`. The head is asked for first, and entries written after
 * it are left out. Rejects where the site cannot be read.
 */
export async function ledgerOfSite(address: string, fetchPage: typeof fetch = fetch): Promise<LedgerSource> {
  const { origin, pathname } = new URL(address);
  const site = pathname.replace(/\/api\/ledger\b.*$/, "").replace(/\/$/, "");
  const ledger = new URL(`${origin}${site}/api/ledger/`);
  const head = v.parse(LedgerHead, await readJson(new URL("head/", ledger), fetchPage));
  return { entries: entriesUpTo(ledger, head.seq, fetchPage), until: { seq: head.seq, hash: head.hash } };
}

/**
 * The ledger in a file as `export.ndjson` writes it. Lines are taken byte by byte: one that is not exactly the canonical
 * JSON of its entry in UTF-8 does not hold.
 */
export function ledgerOfFile(path: string): LedgerSource {
  return { entries: entriesOfLines(linesOf(createReadStream(path))) };
}

async function* entriesUpTo(ledger: URL, headSeq: number, fetchPage: typeof fetch): AsyncGenerator {
  let read = 0;
  while (read < headSeq) {
    const url = new URL(`?after=${read}&limit=${LEDGER_PAGE_LIMIT.max}`, ledger);
    const { results } = v.parse(RawPage, await readJson(url, fetchPage));
    if (results.length === 0) return;
    const wanted = results.slice(0, headSeq - read);
    yield* wanted;
    read += wanted.length;
  }
}

async function readJson(url: URL, fetchPage: typeof fetch): Promise<unknown> {
  const response = await fetchPage(url, { headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(`${url.href} answered ${response.status}`);
  return response.json();
}

async function* entriesOfLines(lines: AsyncIterable<Buffer>): AsyncGenerator {
  for await (const line of lines) yield parseLine(line);
}

function parseLine(line: Buffer): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line);
    const entry: JsonValue = JSON.parse(text);
    return canonicalJson(entry) === text ? entry : null;
  } catch {
    // Whatever is wrong with it, the line is no entry; the verdict says which.
    return null;
  }
}

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = rest.indexOf(LINE_FEED); end !== -1; end = rest.indexOf(LINE_FEED, start)) {
      yield rest.subarray(start, end);
      start = end + 1;
    }
    rest = rest.subarray(start);
  }
  if (rest.length > 0) yield rest;
}

/** Runs a SELECT and gives its rows. */
export type SelectRows = (sql: string) => Promise<readonly Record<string, unknown>[]>;

const PAGE_ENTRIES = 1_000;

const Row = v.looseObject({ seq: v.number(), at: v.number(), payload: v.string() });

/** Entries in the form in which the API publishes them. Rejects where a row cannot be read. */
export async function* ledgerOfDatabase(selectRows: SelectRows): AsyncGenerator<Record<string, unknown>> {
  for (let after = 0; ;) {
    const rows = await selectRows(
      `SELECT seq, at, kind, signal_id, payload, prev_hash, hash FROM ledger
       WHERE seq > ${after} ORDER BY seq LIMIT ${PAGE_ENTRIES}`,
    );
    for (const row of rows) {
      const { at, payload, ...entry } = v.parse(Row, row);
      after = entry.seq;
      const parsed: unknown = JSON.parse(payload);
      yield { ...entry, at: new Date(at).toISOString(), payload: parsed };
    }
    if (rows.length < PAGE_ENTRIES) return;
  }
}
