/** Descriptions for search engines and link previews, which cut off what is longer. The figures come after the names. */
const DESCRIPTION_CHARS = 160;

/** What `write` makes of the names, each shortened so far that the whole fits. */
export function fitNames(names: readonly string[], write: (names: readonly string[]) => string): string {
  const room = DESCRIPTION_CHARS - write(names.map(() => "")).length;
  return write(names.map((name) => shortened(name, Math.floor(room / names.length))));
}

function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  // Not within a character of two units.
  return `${text
    .slice(0, Math.max(0, most - 1))
    .replace(/[\uD800-\uDBFF]$/, "")
    .trimEnd()}…`;
}
