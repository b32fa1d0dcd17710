/**
 * `node tests/bench/browser-bytes.ts`: what a first visit to each page downloads, gzipped, from the build's own graph in dist/build.json.
 * Exits with 1 above a limit. A limit is what has been reached; it only ever goes down, towards the aim beside it.
 */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { SHELL_NAMESPACES } from "#client/i18n/namespaces.ts";
import { LANGUAGES } from "#shared/languages.ts";
import { PAGES, type Page } from "#shared/routes.ts";

interface Build {
  readonly entryFiles: readonly string[];
  readonly styles: readonly string[];
  readonly pages: Readonly<Record<string, readonly string[]>>;
  readonly texts: Readonly<Record<string, string>>;
}

interface Limit {
  readonly kB: number;
  /** What the product aims at, where it is not reached yet. */
  readonly aimKB?: number;
}

const STYLES: Limit = { kB: 8 };
const READING: Limit = { kB: 149, aimKB: 95 };
const RECORD: Limit = { kB: 171, aimKB: 105 };
const LIMITS: Readonly<Record<Page, Limit>> = {
  home: { kB: 167, aimKB: 105 },
  about: { kB: 158, aimKB: 95 },
  "cookie-policy": READING,
  instruction: { kB: 156, aimKB: 95 },
  login: READING,
  "privacy-policy": READING,
  terms: READING,
  signal: RECORD,
  traders: RECORD,
  profile: { kB: 175, aimKB: 105 },
  admin: { kB: 150, aimKB: 105 },
};

const build = readBuild();
const gzippedSizes = new Map<string, number>();
const rows = [
  describe("styles", sum(build.styles), STYLES),
  ...PAGES.map((page) => describe(page, Math.max(...scriptsOf(page).map(sum)), LIMITS[page])),
];
console.log(
  ["| | gzip kB | limit | aim |", "| --- | ---: | ---: | ---: |", ...rows.map(({ text }) => text)].join("\n"),
);
process.exitCode = rows.some(({ isOver }) => isOver) ? 1 : 0;

/** The scripts of a page in each language. */
function scriptsOf(page: Page): string[][] {
  return LANGUAGES.map((language) => {
    const texts = [...SHELL_NAMESPACES, page].map(
      (namespace) => build.texts[`${language}/${namespace}`] ?? "",
    );
    return Array.from(new Set(build.entryFiles.concat(build.pages[page] ?? [], texts)));
  });
}

function describe(name: string, bytes: number, { kB, aimKB = kB }: Limit) {
  const isOver = bytes > kB * 1000;
  const size = (bytes / 1000).toFixed(1);
  return { isOver, text: `| ${name} | ${isOver ? `**${size}**` : size} | ${kB} | ${aimKB} |` };
}

function sum(files: readonly string[]): number {
  return files.reduce((bytes, file) => bytes + gzippedSize(file), 0);
}

function gzippedSize(file: string): number {
  const known = gzippedSizes.get(file);
  if (known !== undefined) return known;
  const size = gzipSync(readFileSync(`dist/client${file}`), { level: 9 }).length;
  gzippedSizes.set(file, size);
  return size;
}

/** The build wrote it (worker/local/browser-build.ts), so its shape is known. */
function readBuild(): Build {
  return JSON.parse(readFileSync("dist/build.json", "utf8")) as Build;
}
