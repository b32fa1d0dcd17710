/**
 * `node tests/bench/browser-bytes.ts`: what a visit downloads, gzipped, from the build's own graph in its editions: with the document,
 * and once the page is used. Exits with 1 above a limit.
 */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { pageNamespaces, SHELL_NAMESPACES } from "#client/i18n/namespaces.ts";
import { LANGUAGES, type Language } from "#shared/languages.ts";
import { PAGES, PAGES_STARTED_AT_ONCE, type Page } from "#shared/routes.ts";
import type { EditionFile } from "#worker/gateway/editions.ts";

interface Build {
  readonly editions: Readonly<Record<Language, string>>;
}

/** They come with every document. */
const STYLES_LIMIT_KB = 10;
/** Pages that are read without the application. */
const ENTRY_LIMIT_KB = 10;
/** A page that runs: some two seconds of a slow mobile connection. */
const USED_LIMIT_KB = 200;

const editions = readEditions();
const [anyEdition] = editions;
if (!anyEdition) throw new Error("There are no languages");
const gzippedSizes = new Map<string, number>();
const styles = gzipSync(anyEdition.css, { level: 9 }).length;
const entry = sum(anyEdition.entryFiles);
const rows = PAGES.map((page) => {
  const used = Math.max(...usedScripts(page).map(sum));
  const first = PAGES_STARTED_AT_ONCE.has(page) ? used : entry;
  return `| ${page} | ${kB(first)} | ${kB(used)} | ${judge(used, USED_LIMIT_KB)} |`;
});
console.log(
  [
    "| gzip kB | with the document | once used | limit |",
    "| --- | ---: | ---: | ---: |",
    `| styles | ${kB(styles)} | | ${judge(styles, STYLES_LIMIT_KB)} |`,
    `| entry | ${kB(entry)} | | ${judge(entry, ENTRY_LIMIT_KB)} |`,
    ...rows,
  ].join("\n"),
);

/** The limit, marked where it is exceeded; then the command fails. */
function judge(bytes: number, limitKB: number): string {
  if (bytes <= limitKB * 1000) return String(limitKB);
  process.exitCode = 1;
  return `${limitKB} !`;
}

/** The scripts of a page that runs, in each language. */
function usedScripts(page: Page): string[][] {
  return editions.map(({ entryFiles, applicationFiles, pageFiles, textFiles }) => {
    const namespaces = [...SHELL_NAMESPACES, ...pageNamespaces(page)];
    const texts = namespaces.map((namespace) => textFiles[namespace] ?? "");
    return Array.from(new Set([entryFiles, applicationFiles, pageFiles[page] ?? [], texts].flat()));
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

/** The build wrote them (worker/local/browser-build.ts), so their shape is known. */
function readEditions(): EditionFile[] {
  const build = JSON.parse(readFileSync("dist/build.json", "utf8")) as Build;
  return LANGUAGES.map(
    (language) => JSON.parse(readFileSync(`dist/client${build.editions[language]}`, "utf8")) as EditionFile,
  );
}
