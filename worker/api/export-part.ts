/**
 * One part of an export (see `shared/http/export-parts.ts`). Its end is known before its first byte, so that a header can state
 * it.
 */
import type { Context } from "hono";
import type { CsvReader } from "#shared/contracts/paging.ts";
import type { Answer } from "./declare.ts";
import { streamPages } from "./page-stream.ts";
import { EXPORT_PART_ROWS } from "#shared/limits/ledger.ts";

/** Rows of a part, and of a page of it: a part of 35 pages takes at most 37 statements. */
export const EXPORT_SIZES = { partRows: EXPORT_PART_ROWS, pageRows: 1000 } as const;

export interface ExportSizes {
  readonly partRows: number;
  readonly pageRows: number;
}

/** After `after`, up to `until` or to the end. */
export interface ExportRange<Place> {
  readonly after: Place;
  readonly until: Place | null;
  readonly limit: number;
}

/** What is exported, oldest first. */
export interface Exported<Row, Place> {
  /** Up to two places: of the `rows`th row after `after`, and of the row that follows it. */
  readonly selectEnd: (after: Place, rows: number) => PromiseLike<readonly Place[]>;
  readonly selectRows: (range: ExportRange<Place>) => PromiseLike<readonly Row[]>;
  readonly placeOf: (row: Row) => Place;
  readonly lineOf: (row: Row) => string;
}

export interface ExportPart<Place> {
  readonly body: ReadableStream<Uint8Array>;
  /** `after` of the next part; null in the last part. */
  readonly next: Place | null;
}

/** The part after `after`, with `head` before its first line; one page at a time is in memory. */
export async function readExportPart<Row, Place>(
  { selectEnd, selectRows, placeOf, lineOf }: Exported<Row, Place>,
  after: Place,
  head: string,
  { partRows, pageRows }: ExportSizes,
): Promise<ExportPart<Place>> {
  const [end, beyond] = await selectEnd(after, partRows);
  const until = beyond === undefined ? null : (end ?? null);
  let start = head;
  const body = streamPages(after, async (cursor) => {
    const rows = await selectRows({ after: cursor, until, limit: pageRows });
    const text = start + rows.map(lineOf).join("");
    start = "";
    const last = rows.at(-1);
    return { text, next: last === undefined || rows.length < pageRows ? null : placeOf(last) };
  });
  return { body, next: until };
}

/** Describes what every export answers, plus `more` for this one. */
export function exportAnswer(media: string, more = ""): Answer {
  return {
    description: `A streamed download, oldest first; a long one comes in parts of at most ${EXPORT_PART_ROWS} rows.${more}`,
    media: [media],
    headers: {
      Link: 'If there is a next part: `<?after=…>; rel="next"` (RFC 8288), relative to the requested address, with its filters.',
    },
  };
}

interface ExportFile {
  readonly name: string;
  readonly type: string;
}

export function exportResponse(
  c: Context,
  { body, next }: ExportPart<string | number>,
  { name, type }: ExportFile,
): Response {
  if (next !== null) {
    const { searchParams } = new URL(c.req.url);
    searchParams.set("after", String(next));
    c.header("Link", `<?${searchParams.toString()}>; rel="next"`);
  }
  return c.body(body, 200, {
    "Content-Type": type,
    "Content-Disposition": `attachment; filename="${name}"`,
  });
}

/** A CSV part (RFC 4180). */
export function csvResponse(
  c: Context,
  part: ExportPart<string | number>,
  { name, isFirst }: { readonly name: string; readonly isFirst: boolean },
): Response {
  return exportResponse(c, part, {
    name,
    type: `text/csv; charset=utf-8; header=${isFirst ? "present" : "absent"}`,
  });
}

/** What the first part of a CSV file begins with: the line of names, for Excel after a byte order mark. */
export function csvHead(names: readonly string[], reader: CsvReader): string {
  return `${reader === "excel" ? "\uFEFF" : ""}${names.join(",")}\r\n`;
}

/**
 * One cell of a CSV file (RFC 4180). Text that a spreadsheet would take for a formula gets an apostrophe in front. So does
 * text after a semicolon: where the comma is the decimal separator, a semicolon begins a new cell, in quotes or not
 * (https://owasp.org/www-community/attacks/CSV_Injection). Numbers keep their sign.
 */
export function csvCell(value: string | number | boolean | null): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const text = value.replaceAll(/(?<=^|;)(?=[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])/g, "'");
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
