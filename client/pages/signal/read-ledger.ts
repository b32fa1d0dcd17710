/** The ledger's entries one by one, as the server sends them: not parsed, because judging them is the check's affair. */
import * as v from "valibot";
import { LEDGER_PAGE_LIMIT } from "#shared/contracts/ledger.ts";
import { HttpError } from "#client/data/http-error.ts";

/**
 * Reads an API path and gives its JSON, or `undefined` where the answer is none. Rejects with HttpError for an answer that
 * refuses, with NetworkError where none came.
 */
export type ReadAnswer = (path: string) => Promise<unknown>;

const Page = v.object({ results: v.array(v.unknown()), next: v.nullable(v.string()) });

/**
 * Entries above `after`. Where a page cannot be read although the server answers (an entry in it is damaged beyond what
 * JSON or the API can carry), smaller and smaller pages are asked for; the one entry that cannot be read comes as null, so
 * that the check names it.
 */
export async function* readLedger(
  read: ReadAnswer,
  after: number,
  limit: number = LEDGER_PAGE_LIMIT.max,
): AsyncGenerator {
  let seq = after;
  let size = limit;
  for (;;) {
    const page = await readPage(read, seq, size);
    if (page) {
      yield* page.results;
      seq += page.results.length;
      if (page.next === null || page.results.length === 0) return;
    } else if (size === 1) {
      yield null;
      return;
    } else {
      size = Math.ceil(size / 10);
    }
  }
}

/** Null where the server answers and its answer is no page. */
async function readPage(
  read: ReadAnswer,
  after: number,
  limit: number,
): Promise<v.InferOutput<typeof Page> | null> {
  try {
    const parsed = v.safeParse(Page, await read(`/api/ledger/?after=${after}&limit=${limit}`));
    return parsed.success ? parsed.output : null;
  } catch (error) {
    if (error instanceof HttpError && error.status === 500) return null;
    throw error;
  }
}
