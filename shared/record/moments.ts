/**
 * The number of moments at which a trader published: signals on one asset whose times from entry to expiry overlap are one moment,
 * because the same market move decides them. Counted in the ledger's order: a signal starts a new moment unless its entry is before
 * the latest expiry among the trader's earlier signals on that asset.
 */
export interface Moments {
  readonly count: number;
  /** The latest expiry on each asset. */
  readonly until: readonly (readonly [asset: string, expiresAtMs: number])[];
}

export const NO_MOMENTS: Moments = { count: 0, until: [] };

export interface Timed {
  readonly asset: string;
  readonly entryAtMs: number;
  readonly expiresAtMs: number;
}

export function addMoment({ count, until }: Moments, { asset, entryAtMs, expiresAtMs }: Timed): Moments {
  const last = until.find(([name]) => name === asset)?.[1] ?? 0;
  const others = until.filter(([name]) => name !== asset);
  return {
    count: entryAtMs < last ? count : count + 1,
    until: [...others, [asset, Math.max(last, expiresAtMs)]],
  };
}
