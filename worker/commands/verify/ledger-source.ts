/** Reads a ledger to be verified: page by page from a site or a database, or as NDJSON from a file or a site. */
import { createReadStream } from "node:fs";
import { setTimeout } from "node:timers/promises";
import * as v from "valibot";
import { BOOKMARK_HEADER } from "#shared/http/bookmark.ts";
import { canonicalJson, type JsonValue } from "#shared/encoding/canonical-json.ts";
import { LEDGER_PAGE_LIMIT, LedgerHead } from "#shared/contracts/ledger.ts";
import { Problem } from "#shared/contracts/problem.ts";
import { fetchParts } from "#shared/http/export-parts.ts";
import type { LedgerCheckpoint } from "#shared/record/ledger-chain.ts";
import { parseHttpDate } from "#shared/http/http-date.ts";
import { parseRetryAfter } from "#shared/http/retry.ts";

/** A page whose entries are not checked yet. */
const RawPage = v.object({ results: v.array(v.unknown()) });

const LINE_FEED = 0x0a;

/** A site, as anyone can read it. */
export interface Site {
  /** Its address without a trailing slash. */
  readonly url: string;
  /** JSON of an API path with its query. Rejects with Refused for all but 2xx; waits if the site limits the rate. */
  readonly read: (path: string) => Promise<unknown>;
  /** Text of a path, refused in the same way. */
  readonly readText: (path: string) => Promise<string>;
  /** The announced head, and the time at which the site says that it was so; null if it says none. */
  readonly head: () => Promise<LedgerCheckpoint & { readonly readAtMs: number | null }>;
  /** Entries above `after` up to `last`, as received, to be checked by `verifyChain`; ends at an empty page. */
  readonly entries: (after: number, last: number) => AsyncGenerator;
}

/** The site at an address, or at that of its `/api/ledger/`. */
export function siteAt(address: string): Site {
  const { origin, pathname } = new URL(address);
  const url = origin + pathname.replace(/\/api\/ledger\b.*$/, "").replace(/\/$/, "");
  let bookmark: string | null = null;
  /** Each answer is at least as new as the one before: a kept one may be two seconds old. */
  const fetchNext: typeof fetch = async (page, init) => {
    const headers = new Headers(init?.headers);
    if (bookmark !== null) headers.set(BOOKMARK_HEADER, bookmark);
    const answer = await fetch(page, { ...init, headers });
    bookmark = answer.headers.get(BOOKMARK_HEADER) ?? bookmark;
    return answer;
  };
  const read = async (path: string) => jsonOf(url + path, await readAnswer(url + path, fetchNext));
  return {
    url,
    read,
    readText: async (path) => (await readAnswer(url + path, fetchNext)).text(),
    async head() {
      const address = `${url}/api/ledger/head/`;
      const answer = await readAnswer(address, fetchNext);
      const { seq, hash } = v.parse(LedgerHead, await jsonOf(address, answer));
      return { seq, hash, readAtMs: parseHttpDate(answer.headers.get("Date") ?? "", Date.now()) };
    },
    async *entries(after, last) {
      while (after < last) {
        const limit = Math.min(LEDGER_PAGE_LIMIT.max, last - after);
        const { results } = v.parse(RawPage, await read(`/api/ledger/?after=${after}&limit=${limit}`));
        if (results.length === 0) return;
        yield* results;
        after += results.length;
      }
    },
  };
}

/**
 * The ledger in a file as `export.ndjson` writes it. Lines are read as bytes: a line that is not exactly the canonical JSON
 * of its entry in UTF-8 does not hold.
 */
export async function* ledgerOfFile(path: string): AsyncGenerator {
  for await (const line of linesOf(createReadStream(path))) yield parseLine(line);
}

/** The site does not return what was asked for. */
export class Refused extends Error {
  /** The code of the API's refusal; null for any other answer. */
  readonly code: string | null;

  constructor(url: string, status: number, code: string | null) {
    super(`${url} answered ${status}`);
    this.code = code;
  }
}

/** The site has no such address. */
export class NotFound extends Refused {}

/** The ledger from a site's `export.ndjson` at `address`, part by part; its lines are read like those of a file. */
export async function* ledgerOfExport(address: string): AsyncGenerator {
  for await (const { body } of fetchParts(address, (part) => readAnswer(part, fetch)))
    if (body) for await (const line of linesOf(body)) yield parseLine(line);
}

/** How often each call waits at most. A site that answers 429 says for how long. */
const MAX_WAITS = 10;
const LONGEST_WAIT_MS = 60_000;

const ACCEPTED = "application/json, application/x-ndjson, text/plain";

async function readAnswer(url: string, fetchPage: typeof fetch): Promise<Response> {
  for (let waits = 0; ; waits += 1) {
    const response = await fetchPage(url, { headers: { Accept: ACCEPTED } });
    if (response.ok) return response;
    const { status } = response;
    const waitMs = parseRetryAfter(response.headers.get("Retry-After"), Date.now());
    if (status === 429 && waitMs !== null && waits < MAX_WAITS) {
      await setTimeout(Math.min(waitMs, LONGEST_WAIT_MS));
      continue;
    }
    const problem = v.safeParse(Problem, await response.json().catch(() => null));
    const code = problem.success ? problem.output.code : null;
    throw status === 404 ? new NotFound(url, status, code) : new Refused(url, status, code);
  }
}

async function jsonOf(url: string, answer: Response): Promise<unknown> {
  const text = await answer.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${url} does not answer in JSON.`);
  }
}

function parseLine(line: Buffer): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line);
    const entry: JsonValue = JSON.parse(text);
    return canonicalJson(entry) === text ? entry : null;
  } catch {
    // The line is not an entry; the verdict says why.
    return null;
  }
}

/** Lines of bytes, without their line feeds. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
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
