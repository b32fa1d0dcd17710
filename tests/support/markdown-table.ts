import { readFileSync } from "node:fs";

/** Rows of the tables under a heading of level 2, without header rows and padding. */
export function tableUnder(file: string, heading: string): string[][] {
  const [, section = ""] = readFileSync(file, "utf8").split(`\n## ${heading}\n`);
  const [chapter = ""] = section.split("\n## ");
  const rows = chapter.split("\n").filter((line) => line.startsWith("|"));
  return rows.slice(2).map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
