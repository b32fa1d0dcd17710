/** What benchmarks make of their measurements, and where they leave it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";

const FOLDER = ".cache/bench";

/** The middle one; the upper of two. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/**
 * The middle one of what `compare` makes of two series turn by turn. A machine that is slow for a while is so for both of a turn,
 * so that this wavers less than what two medians make.
 */
export function medianOfTurns(
  subject: readonly number[],
  baseline: readonly number[],
  compare: (subject: number, baseline: number) => number,
): number {
  return median(subject.map((value, turn) => compare(value, baseline[turn] ?? Number.NaN)));
}

export interface Report {
  /** Of the files: `.cache/bench/{name}.md` and `.json`. */
  readonly name: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Below the table, a line each. */
  readonly notes?: readonly string[];
  readonly isQuick?: boolean;
  /** Every measurement, for whoever compares runs. */
  readonly data: unknown;
}

/** Prints a Markdown table and keeps it, with what it was made from. The first column is text, the others are numbers. */
export function publish({ name, head, rows, notes = [], isQuick = false, data }: Report): void {
  const date = new Date().toISOString().slice(0, 10);
  const about = `${date}, Node ${process.versions.node}, ${availableParallelism()} cores${isQuick ? ", quick" : ""}.`;
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const table = [
    line(head),
    line(head.map((_, column) => (column === 0 ? "---" : "---:"))),
    ...rows.map(line),
  ];
  const markdown = [...table, "", ...notes, about, ""].join("\n");
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${name}.md`), markdown);
  writeFileSync(join(FOLDER, `${name}.json`), `${JSON.stringify({ date, isQuick, data }, null, 2)}\n`);
  console.log(markdown);
}
