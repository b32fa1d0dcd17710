/** What a combobox proposes, and which of it fits what is typed. */

export interface Proposal {
  /** What a choice writes into the field. */
  readonly value: string;
  /** What people call it, where that is something else. */
  readonly name?: string;
}

/**
 * Those whose value or name holds what is typed, anywhere, whatever its case, accents, spaces and marks: `eurusd` finds `EUR/USD`. Those
 * that begin with it come first; the order stays otherwise. All of them for an empty text.
 */
export function matching(proposals: readonly Proposal[], typed: string): readonly Proposal[] {
  const wanted = plain(typed);
  const places = proposals.map((proposal) => {
    const places = [proposal.value, proposal.name ?? ""].map((text) => plain(text).indexOf(wanted));
    return { proposal, isFirst: places.includes(0), isMatch: places.some((place) => place >= 0) };
  });
  const matches = places.filter(({ isMatch }) => isMatch);
  return [...matches.filter(({ isFirst }) => isFirst), ...matches.filter(({ isFirst }) => !isFirst)].map(
    ({ proposal }) => proposal,
  );
}

/** Letters and digits alone, in lower case and without accents. */
export function plain(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();
}
