/** The ledger's entries one by one, as the server sends them: unparsed, because the check judges them. */
import * as v from "valibot";
import { LEDGER_PAGE_LIMIT } from "#shared/contracts/ledger.ts";
import { HttpError } from "#client/data/http-error.ts";

/**
 * Reads an API path and returns its JSON, or `undefined` if the body is no JSON. Rejects with HttpError for an error status,
 * with NetworkError if no answer came.
 */
export type ReadAnswer = (path: string) => Promise<unknown>;

const Page = v.object({ results: v.array(v.unknown()), next: v.nullable(v.string()) });

/**
 * Entries above `after`. If the server answers but a page cannot be read (because an entry in it is too damaged for JSON or the
 * API), it requests smaller and smaller pages; the one entry that cannot be read is yielded as null, so that the check names it.
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

/** Null if the server's answer is not a page of the ledger. */
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
