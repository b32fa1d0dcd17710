/**
 * `node tests/bench/browser-bytes.ts`: what a visit downloads, gzipped, from the build's own graph in dist/build.json: with the document,
 * and once the page is used. Exits with 1 above a limit. A limit is what has been reached; it only ever goes down.
 */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { pageNamespaces, SHELL_NAMESPACES } from "#client/i18n/namespaces.ts";
import { LANGUAGES } from "#shared/languages.ts";
import { PAGES, PAGES_STARTED_AT_ONCE, type Page } from "#shared/routes.ts";

interface Build {
  readonly entryFiles: readonly string[];
  readonly applicationFiles: readonly string[];
  readonly css: string;
  readonly pages: Readonly<Record<string, readonly string[]>>;
  readonly texts: Readonly<Record<string, string>>;
}

const STYLES_LIMIT_KB = 8;
/** Pages that are read without the application. */
const ENTRY_LIMIT_KB = 3.2;
const LIMITS_KB: Readonly<Record<Page, number>> = {
  home: 170,
  about: 161,
  "cookie-policy": 152,
  instruction: 158,
  login: 150,
  "privacy-policy": 152,
  terms: 152,
  signal: 175,
  traders: 175,
  profile: 177,
  admin: 152,
};

const build = readBuild();
const gzippedSizes = new Map<string, number>();
const styles = gzipSync(build.css, { level: 9 }).length;
const entry = sum(build.entryFiles);
const rows = PAGES.map((page) => {
  const used = Math.max(...usedScripts(page).map(sum));
  const first = PAGES_STARTED_AT_ONCE.has(page) ? used : entry;
  const isOver = used > LIMITS_KB[page] * 1000;
  return {
    isOver,
    text: `| ${page} | ${kB(first)} | ${kB(used)} | ${LIMITS_KB[page]}${isOver ? " !" : ""} |`,
  };
});
console.log(
  [
    "| gzip kB | with the document | once used | limit |",
    "| --- | ---: | ---: | ---: |",
    `| styles | ${kB(styles)} | | ${STYLES_LIMIT_KB} |`,
    `| entry | ${kB(entry)} | | ${ENTRY_LIMIT_KB} |`,
    ...rows.map(({ text }) => text),
  ].join("\n"),
);
const isOver =
  styles > STYLES_LIMIT_KB * 1000 || entry > ENTRY_LIMIT_KB * 1000 || rows.some((row) => row.isOver);
process.exitCode = isOver ? 1 : 0;

/** The scripts of a page that runs, in each language. */
function usedScripts(page: Page): string[][] {
  return LANGUAGES.map((language) => {
    const texts = [...SHELL_NAMESPACES, ...pageNamespaces(page)].map(
      (namespace) => build.texts[`${language}/${namespace}`] ?? "",
    );
    const scripts = [build.entryFiles, build.applicationFiles, build.pages[page] ?? [], texts];
    return Array.from(new Set(scripts.flat()));
  });
}

function kB(bytes: number): string {
  return (bytes / 1000).toFixed(1);
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
