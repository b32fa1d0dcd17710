/** What is stored, as a check reads it, and what it finds wrong. */
import type { Difference } from "#shared/record/differences.ts";
import type { Flaw } from "#shared/record/ledger-chain.ts";

export type Row = Readonly<Record<string, unknown>>;

/** A statement with the values of its question marks. */
export interface Query {
  readonly text: string;
  readonly values?: readonly string[];
}

/** Runs statements in one transaction and returns the rows of each. */
export type RunQueries = (queries: readonly Query[]) => Promise<readonly (readonly Row[])[]>;

/** An entry, or a row that differs from the one derived from the entries. */
export type StoredFault =
  | { readonly kind: "broken"; readonly seq: number; readonly flaw: Flaw }
  | (RowName & { readonly kind: "no_entry" })
  | (RowName & { readonly kind: "no_row" })
  | (RowName & Difference & { readonly kind: "differs" });

interface RowName {
  readonly table: string;
  /** Id of the signal, handle of the trader, size of the checkpoint, level and index of the tile. */
  readonly key: string;
}
