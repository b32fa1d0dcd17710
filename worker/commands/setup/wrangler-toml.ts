/**
 * Changes wrangler.toml line by line, so that comments stay. Wrangler's own `experimental_patchConfig` refuses a TOML file
 * that has comments.
 */

/** One string in one table. */
export interface TomlChange {
  /** The table's first line, as in `[vars]` or `[[env.staging.d1_databases]]`. */
  readonly table: string;
  /** A line that the table contains, if several tables have the same first line. */
  readonly having?: string;
  readonly key: string;
  readonly value: string;
}

const SIMPLE_STRING = /^[\w-]+\s*=\s*(?:"(?:[^"\\]|\\.)*"|'[^']*')\s*(?<comment>#.*)?$/;

/** Changes the line with the key, or adds one below the table's first line. Throws if it cannot. */
export function changeToml(toml: string, { table, having, key, value }: TomlChange): string {
  const lines = toml.split("\n");
  const { from, to } = findTable(lines, table, having);
  const place = (pattern: RegExp) =>
    lines.findIndex((line, at) => at > from && at < to && pattern.test(line));
  const written = `${key} = ${JSON.stringify(value)}`;
  const present = place(new RegExp(`^${key}\\s*=`));
  if (present >= 0) {
    const simple = SIMPLE_STRING.exec(lines[present]?.trimEnd() ?? "");
    if (!simple) throw new Error(`${key} in ${table} is no text on one line: change it by hand.`);
    const comment = simple.groups?.["comment"];
    return lines.with(present, comment === undefined ? written : `${written} ${comment}`).join("\n");
  }
  return lines.toSpliced(from + 1, 0, written).join("\n");
}

function findTable(lines: readonly string[], table: string, having: string | undefined) {
  for (const [from, line] of lines.entries()) {
    if (line.trim() !== table) continue;
    const end = lines.findIndex((other, at) => at > from && other.startsWith("["));
    const to = end < 0 ? lines.length : end;
    if (having === undefined || lines.slice(from, to).some((other) => other.trim() === having))
      return { from, to };
  }
  throw new Error(`There is no ${table}${having === undefined ? "" : ` with ${having}`}.`);
}
