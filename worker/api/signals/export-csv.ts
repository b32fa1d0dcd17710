/** Signals as CSV (RFC 4180), streamed a page at a time and safe to open in a spreadsheet. */
import type { Signal, SignalFilters } from "#shared/contracts/signals.ts";
import { csvCell } from "#worker/api/csv-cell.ts";
import type { Database } from "#worker/api/database.ts";
import { streamPages } from "#worker/api/page-stream.ts";
import { listSignals } from "./read-signals.ts";

const PAGE_SIGNALS = 1000;

const COLUMNS: readonly (readonly [
  name: string,
  value: (signal: Signal) => string | number | boolean | null,
])[] = [
  ["id", ({ id }) => id],
  ["trader", ({ trader }) => trader.handle],
  ["trader_name", ({ trader }) => trader.name],
  ["asset", ({ asset }) => asset],
  ["direction", ({ direction }) => direction],
  ["published_at", ({ published_at }) => published_at],
  ["entry_at", ({ entry_at }) => entry_at],
  ["expires_at", ({ expires_at }) => expires_at],
  ["settle_by", ({ settle_by }) => settle_by],
  ["payout", ({ payout }) => payout],
  ["stake", ({ stake }) => stake],
  ["outcome", ({ outcome }) => outcome],
  ["is_late", ({ is_late }) => is_late],
  ["settled_at", ({ settled_at }) => settled_at],
  ["void_reason", ({ void_reason }) => void_reason],
  ["published_seq", ({ published_seq }) => published_seq],
  ["settled_seq", ({ settled_seq }) => settled_seq],
  ["corrected_from", ({ correction }) => correction?.from ?? null],
  ["corrected_at", ({ correction }) => correction?.at ?? null],
  ["correction_reason", ({ correction }) => correction?.reason ?? null],
  ["corrected_seq", ({ correction }) => correction?.seq ?? null],
  ["is_otc", ({ is_otc }) => is_otc],
  ["confidence", ({ confidence }) => confidence],
];

const HEADER = `${COLUMNS.map(([name]) => name).join(",")}\r\n`;

/** All signals that pass the filters, newest first, with a header line; `pageSignals` are in memory at a time. */
export function streamSignalsCsv(
  db: Database,
  filters: SignalFilters,
  pageSignals = PAGE_SIGNALS,
): ReadableStream<Uint8Array> {
  const first = Number.MAX_SAFE_INTEGER;
  return streamPages(first, async (cursor) => {
    const { results, next } = await listSignals(db, { ...filters, cursor, limit: pageSignals });
    const lines = results.map(
      (signal) => `${COLUMNS.map(([, value]) => csvCell(value(signal))).join(",")}\r\n`,
    );
    return {
      text: (cursor === first ? HEADER : "") + lines.join(""),
      next: next === null ? null : Number(next),
    };
  });
}
