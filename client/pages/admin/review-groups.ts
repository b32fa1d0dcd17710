/** What the review asks for together: settlements of signals on one asset with one expiry, which share a price, or one void. */
import type { Staged } from "./staged.ts";

export interface ReviewGroup {
  /** In the names of its fields; stays the same while signals of the group are sent or taken back. */
  readonly key: string;
  readonly isVoid: boolean;
  readonly expiresMs: number;
  /** In the order of their publication. */
  readonly staged: readonly Staged[];
}

/** By their expiry. */
export function groupsOf(staged: readonly Staged[]): ReviewGroup[] {
  const inOrder = staged.toSorted((a, b) => a.signal.published_seq - b.signal.published_seq);
  const groups = Map.groupBy(inOrder, ({ signal, outcome }) =>
    outcome === "void" ? `void ${signal.published_seq}` : `of ${signal.asset} ${signal.expires_at}`,
  );
  return [...groups]
    .flatMap(([name, ofGroup]) =>
      ofGroup.slice(0, 1).map(({ signal, outcome }) => ({
        // A full stop would separate parts of a field's name; no asset has the other.
        key: name.replaceAll(".", "\u00B7"),
        isVoid: outcome === "void",
        expiresMs: Date.parse(signal.expires_at),
        staged: ofGroup,
      })),
    )
    .toSorted((a, b) => a.expiresMs - b.expiresMs);
}
