/** How a check reads what is stored. */

export type Row = Readonly<Record<string, unknown>>;

/** A statement with the values of its question marks. */
export interface Query {
  readonly text: string;
  readonly values?: readonly string[];
}

/** Runs statements in one transaction and returns the rows of each. */
export type RunQueries = (queries: readonly Query[]) => Promise<readonly (readonly Row[])[]>;
