/** Signals as CSV (RFC 4180), oldest first, in parts and safe to open in a spreadsheet. */
import type { Quote, SourcePrices } from "#shared/contracts/prices.ts";
import type { Signal } from "#shared/contracts/signals.ts";
import { SIGNAL_CSV_COLUMNS, type SignalExport } from "#shared/contracts/signal-queries.ts";
import type { Database } from "#worker/api/database.ts";
import {
  csvCell,
  csvHead,
  EXPORT_SIZES,
  type Exported,
  type ExportPart,
  type ExportSizes,
  readExportPart,
} from "#worker/api/export-part.ts";
import type { MatchingNames } from "#worker/api/traders/index.ts";
import { selectExport, selectExportEnd } from "./read-signals.ts";
import { toSignal } from "./signal-row.ts";

const CELLS: Readonly<
  Record<(typeof SIGNAL_CSV_COLUMNS)[number], (signal: Signal) => string | number | boolean | null>
> = {
  id: ({ id }) => id,
  trader: ({ trader }) => trader.handle,
  trader_name: ({ trader }) => trader.name,
  asset: ({ asset }) => asset,
  direction: ({ direction }) => direction,
  published_at: ({ published_at }) => published_at,
  entry_at: ({ entry_at }) => entry_at,
  expires_at: ({ expires_at }) => expires_at,
  settle_by: ({ settle_by }) => settle_by,
  payout: ({ payout }) => payout,
  stake: ({ stake }) => stake,
  outcome: ({ outcome }) => outcome,
  is_late: ({ is_late }) => is_late,
  settled_at: ({ settled_at }) => settled_at,
  void_reason: ({ void_reason }) => void_reason,
  published_seq: ({ published_seq }) => published_seq,
  settled_seq: ({ settled_seq }) => settled_seq,
  corrected_from: ({ correction }) => correction?.from ?? null,
  corrected_at: ({ correction }) => correction?.at ?? null,
  correction_reason: ({ correction }) => correction?.reason ?? null,
  corrected_seq: ({ correction }) => correction?.seq ?? null,
  is_otc: ({ is_otc }) => is_otc,
  confidence: ({ confidence }) => confidence,
  counts_as_lost: ({ counts_as_lost }) => counts_as_lost,
  witnessed_at: ({ witnessed_at }) => witnessed_at,
  settled_by: ({ settled_by }) => settled_by,
  stated_price: ({ stated_price }) => stated_price,
  price_sources: ({ price_rule }) => price_rule?.sources.join(" ") ?? null,
  max_quote_age_s: ({ price_rule }) => price_rule?.max_quote_age_s ?? null,
  price_source: ({ prices }) => prices?.map(({ source }) => source).join("; ") ?? null,
  entry_price: quoted("entry", "price"),
  entry_price_at: quoted("entry", "at"),
  entry_price_sha256: quoted("entry", "sha256"),
  expiry_price: quoted("expiry", "price"),
  expiry_price_at: quoted("expiry", "at"),
  expiry_price_sha256: quoted("expiry", "sha256"),
  evidence_price: ({ evidence }) => evidence?.price ?? null,
  evidence_at: ({ evidence }) => evidence?.at ?? null,
  evidence_where: ({ evidence }) => evidence?.where ?? null,
  evidence_note: ({ evidence }) => evidence?.note ?? null,
};

/** The sources' quotes at one moment; `none` for a source without a quote if another has one. */
function quoted(moment: "entry" | "expiry", part: keyof Quote) {
  return ({ prices }: { readonly prices: readonly SourcePrices[] | null }): string | null => {
    const quotes = prices?.map((ofSource) => ofSource[moment]) ?? [];
    return quotes.some(Boolean) ? quotes.map((quote) => quote?.[part] ?? "none").join(" ") : null;
  };
}

/**
 * The signals after `after` that pass the filters, by the names that were found for them. Only the first part begins with
 * the line of names.
 */
export function exportSignals(
  db: Database,
  { after, for: reader, ...filters }: SignalExport,
  sizes: ExportSizes = EXPORT_SIZES,
  names?: MatchingNames,
): Promise<ExportPart<number>> {
  const exported: Exported<Signal, number> = {
    selectEnd: async (start, rows) =>
      (await selectExportEnd(db, filters, start, rows, names)).map(({ seq }) => seq),
    selectRows: async (range) => (await selectExport(db, filters, range, names)).map(toSignal),
    placeOf: ({ published_seq }) => published_seq,
    lineOf: (signal) => `${SIGNAL_CSV_COLUMNS.map((name) => csvCell(CELLS[name](signal))).join(",")}\r\n`,
  };
  return readExportPart(exported, after, after === 0 ? csvHead(SIGNAL_CSV_COLUMNS, reader) : "", sizes);
}
