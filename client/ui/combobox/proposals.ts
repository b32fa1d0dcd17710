/** Suggestions of a combobox, and the search among them. */

export interface Proposal {
  /** The value written into the field when this suggestion is chosen. */
  readonly value: string;
  /** A readable name, if it differs from the value. */
  readonly name?: string;
}

/**
 * The suggestions whose value or name contains the typed text, ignoring case, accents, spaces and punctuation: `eurusd` finds
 * `EUR/USD`. Those that start with it come first; otherwise the order is kept. All of them for an empty text.
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

/** Letters and digits only, in lower case and without accents. */
export function plain(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();
}
