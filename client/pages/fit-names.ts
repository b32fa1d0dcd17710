/** Search engines and link previews cut off longer descriptions. The figures come after the names. */
const DESCRIPTION_CHARS = 160;

/** The text that `write` returns, with the names shortened until it fits. */
export function fitNames(names: readonly string[], write: (names: readonly string[]) => string): string {
  const room = DESCRIPTION_CHARS - write(names.map(() => "")).length;
  return write(names.map((name) => shortened(name, Math.floor(room / names.length))));
}

function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  // Does not split a surrogate pair.
  return `${text
    .slice(0, Math.max(0, most - 1))
    .replace(/[\uD800-\uDBFF]$/, "")
    .trimEnd()}…`;
}
