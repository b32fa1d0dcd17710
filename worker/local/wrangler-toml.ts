/**
 * Reads and changes wrangler.toml line by line, so that comments stay. Wrangler's own `experimental_patchConfig` refuses a
 * TOML file that has comments.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { experimental_readRawConfig as readRawConfig } from "wrangler";

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

/**
 * Changes the line with the key, replaces a comment that shows it, or adds a line below the table's first line. Throws if it
 * cannot.
 */
export function changeToml(toml: string, { table, having, key, value }: TomlChange): string {
  const lines = toml.split("\n");
  const { from, to } = findTable(lines, table, having);
  const place = (pattern: RegExp) =>
    lines.findIndex((line, at) => at > from && at < to && pattern.test(line));
  const written = `${key} = ${JSON.stringify(value)}`;
  const present = place(new RegExp(`^${key}\\s*=`));
  const shown = place(new RegExp(`^#\\s*${key}\\s*=`));
  if (present >= 0) {
    const simple = SIMPLE_STRING.exec(lines[present]?.trimEnd() ?? "");
    if (!simple) throw new Error(`${key} in ${table} is no text on one line: change it by hand.`);
    const comment = simple.groups?.["comment"];
    return lines.with(present, comment === undefined ? written : `${written} ${comment}`).join("\n");
  }
  if (shown >= 0) return lines.with(shown, written).join("\n");
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

/**
 * Makes the changes that the file needs; true if it was changed. Throws, and leaves it unchanged, if other values would
 * change too.
 */
export function changeTomlFile(file: string, changes: readonly TomlChange[]): boolean {
  const before = readFileSync(file, "utf8");
  const after = changes.reduce(changeToml, before);
  if (after === before) return false;
  const without = (config: object) => withoutStrings(config, new Set(changes.map(({ key }) => key)));
  const old = without(readRawConfig({ config: file }).rawConfig);
  try {
    writeFileSync(file, after);
    const { rawConfig } = readRawConfig({ config: file });
    if (!isDeepStrictEqual(without(rawConfig), old)) throw new Error("More than was meant would change.");
  } catch (error) {
    writeFileSync(file, before);
    throw new Error(`${file} cannot be changed line by line: change it by hand.`, { cause: error });
  }
  return true;
}

/** Without the texts under these keys, at any depth. */
function withoutStrings(value: unknown, keys: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutStrings(item, keys));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) =>
      keys.has(key) && typeof item === "string" ? [] : [[key, withoutStrings(item, keys)]],
    ),
  );
}
