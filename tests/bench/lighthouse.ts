/**
 * `npm run bench -- lighthouse`: what Lighthouse, in its mobile preset, says of every public page: the built worker with seeded data. Figures are medians of five visits a page; `--runs 1` and `--pages home,signal` are for a quick look. Writes
 * `.cache/bench/lighthouse.md` and `lighthouse.json`, and a report of each visit into `.cache/lighthouse/`. Exits with 1 below
 * a limit. Lighthouse takes time on the clock for the page's own, fourfold: only a machine without other work gives figures.
 */
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import { findChromium } from "#tests/support/chromium.ts";
import { startSite, type Site } from "#tests/support/site.ts";
import { pageHref, PAGES, UNINDEXED_PAGES } from "#shared/site/routes.ts";
import { seedRecord } from "#worker/local/demo-data/write-record.ts";
import { readArguments } from "#worker/commands/read-arguments.ts";
import { median, publish } from "./figures.ts";

/** Fetched by npm into its own cache when it is not there: 176 MiB that only this script uses. */
const LIGHTHOUSE = "lighthouse@13.5.0";
const FETCH_TIMEOUT_MS = 60_000;
/** A visit takes about 20 s; Lighthouse itself waits 45 s at most for a page to load. */
const VISIT_TIMEOUT_MS = 180_000;
const REPORTS_FOLDER = ".cache/lighthouse";
/** As many as `npm start` shows. */
const SIGNALS = 2_000;

/** The least score in performance, for every page. */
const MIN_PERFORMANCE = 0.98;
const OTHER_LIMITS = { accessibility: 1, "best-practices": 1, seo: 1 } as const;

/** Those that search engines find. */
const PUBLIC_PAGES = PAGES.filter((page) => !UNINDEXED_PAGES.has(page));
const PAGE_NAMES = [...PUBLIC_PAGES, "one-signal", "one-trader"];
const HELP = `npm run bench -- lighthouse [--runs N] [--pages NAME,NAME]
What Lighthouse, in its mobile preset, says of every public page; fails below a limit.
  --runs    visits to each page, 5
  --pages   only these of ${PAGE_NAMES.join(", ")}
Example: npm run bench -- lighthouse --runs 1 --pages home,signal`;

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
type Category = (typeof CATEGORIES)[number];
const METRICS = {
  "FCP ms": "first-contentful-paint",
  "LCP ms": "largest-contentful-paint",
  "TBT ms": "total-blocking-time",
  CLS: "cumulative-layout-shift",
} as const;
type Metric = keyof typeof METRICS;
const COLUMNS = [...CATEGORIES, ...(Object.keys(METRICS) as Metric[])];
type Column = (typeof COLUMNS)[number];

/** What is read of a report: https://github.com/GoogleChrome/lighthouse/blob/main/docs/understanding-results.md */
interface LighthouseReport {
  readonly categories: Readonly<Record<Category, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, Audit>>;
}

interface Audit {
  readonly id: string;
  /** From 0 to 1; null where the audit judges nothing. */
  readonly score: number | null;
  readonly numericValue?: number;
  readonly displayValue?: string;
}

type Reports = ReadonlyMap<string, readonly LighthouseReport[]>;

try {
  const { runs, pages } = readOptions();
  const lighthouse = await fetchLighthouse();
  const chromium = findChromium();
  const site = await startSite({ isDeployed: true });
  try {
    await seedRecord(site.db, { signals: SIGNALS, endMs: Date.now() });
    const addresses = (await addressesOf(site)).filter(([page]) => pages.includes(page));
    const reports = new Map(addresses.map(([page]): [string, LighthouseReport[]] => [page, []]));
    mkdirSync(REPORTS_FOLDER, { recursive: true });
    // In turns, so that whatever else the machine does meets all pages.
    for (let run = 1; run <= runs; run += 1) {
      for (const [page, address] of addresses) {
        const report = await visit(address, `${REPORTS_FOLDER}/${page}-${run}`, lighthouse, chromium);
        console.error(`${page}, visit ${run} of ${runs}: performance ${report.categories.performance.score}`);
        reports.get(page)?.push(report);
      }
    }
    process.exitCode = publishAndJudge(reports) ? 0 : 1;
  } finally {
    await site.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function readOptions(): { readonly runs: number; readonly pages: readonly string[] } {
  const { values } = readArguments(HELP, {
    options: { runs: { type: "string", default: "5" }, pages: { type: "string" } },
  });
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1)
    throw new Error(`--runs takes a whole number above 0, not "${values.runs}".`);
  const names = values.pages?.split(",") ?? PAGE_NAMES;
  const pages = PAGE_NAMES.filter((name) => names.includes(name));
  if (pages.length < names.length)
    throw new Error(`--pages takes names out of ${PAGE_NAMES.join(",")}, not "${values.pages}".`);
  return { runs, pages };
}

/** The path of its command. */
async function fetchLighthouse(): Promise<string> {
  const options = ["--yes", "--prefer-offline", "--fetch-retries=0", `--fetch-timeout=${FETCH_TIMEOUT_MS}`];
  const command = [`--package=${LIGHTHOUSE}`, "-c", "command -v lighthouse"];
  try {
    const { stdout } = await promisify(execFile)("npm", ["exec", "--loglevel=error", ...options, ...command]);
    return stdout.trim();
  } catch (error) {
    throw new Error(
      `${said(error)}\n${LIGHTHOUSE} could not be fetched, and npm has no copy of it. ` +
        "Run this once where the npm registry can be reached; after that it needs no network.",
      { cause: error },
    );
  }
}

/** With the page's name. */
async function addressesOf({ url, db }: Site): Promise<(readonly [string, string])[]> {
  const signal = await db.prepare("SELECT id FROM signals ORDER BY published_seq DESC").first<string>("id");
  const trader = await db.prepare("SELECT handle FROM traders ORDER BY id").first<string>("handle");
  return [
    ...PUBLIC_PAGES.map((page) => [page, url + pageHref("en", page)] as const),
    ["one-signal", `${url}/en/signal/${signal}`],
    ["one-trader", `${url}/en/traders/${trader}`],
  ];
}

/** Also leaves the report in two files, `{file}.report.json` and `.html`. */
async function visit(
  url: string,
  file: string,
  lighthouse: string,
  chromium: ReturnType<typeof findChromium>,
): Promise<LighthouseReport> {
  const options = [
    "--quiet",
    "--no-enable-error-reporting",
    `--only-categories=${CATEGORIES.join(",")}`,
    "--output=json",
    "--output=html",
    `--output-path=${file}`,
    "--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage",
  ];
  try {
    await promisify(execFile)(process.execPath, [lighthouse, url, ...options], {
      env: { ...process.env, ...chromium.env, CHROME_PATH: chromium.executablePath },
      timeout: VISIT_TIMEOUT_MS,
      // Upon which Lighthouse ends its Chromium, too.
      killSignal: "SIGINT",
    });
  } catch (error) {
    throw new Error(
      `${said(error)}\nLighthouse could not measure ${url} with ${chromium.executablePath}. CHROMIUM_PATH names another Chromium.`,
      { cause: error },
    );
  }
  return JSON.parse(readFileSync(`${file}.report.json`, "utf8")) as LighthouseReport;
}

/** What a program that failed has printed, or else how it ended. */
function said(error: unknown): string {
  const { stderr = "", killed = false } = error as { readonly stderr?: string; readonly killed?: boolean };
  if (killed) return `It was ended after ${VISIT_TIMEOUT_MS / 1_000} s.`;
  return stderr.trim() || String(error);
}

/** True where no page is below a limit. */
function publishAndJudge(reports: Reports): boolean {
  const figures = Array.from(reports, ([page, visits]) => ({ page, ofVisits: visits.map(figuresOf) }));
  const medians = figures.map(({ page, ofVisits }) => ({
    page,
    of: (column: Column) => median(ofVisits.map((ofVisit) => ofVisit[column])),
  }));
  const missed = medians.flatMap(({ page, of }) => {
    const limits = { performance: MIN_PERFORMANCE, ...OTHER_LIMITS };
    return CATEGORIES.filter((category) => of(category) < limits[category]).map(
      (category) => `- ${page}: ${category} ${of(category)}, limit ${limits[category]}`,
    );
  });
  publish({
    name: "lighthouse",
    head: ["page", ...COLUMNS],
    rows: medians.map(({ page, of }) => row(page, of)),
    notes: [
      "Audits below 1:",
      "",
      ...Array.from(reports, ([page, visits]) => `- ${page}: ${auditsBelowOne(visits).join(", ")}`),
      "",
      ...(missed.length > 0 ? ["Below the limit:", "", ...missed, ""] : []),
      `Medians of ${figures[0]?.ofVisits.length}, ${LIGHTHOUSE}, mobile.`,
    ],
    data: figures,
  });
  return missed.length === 0;
}

function figuresOf({ categories, audits }: LighthouseReport): Readonly<Record<Column, number>> {
  // There is no score where one of its audits failed.
  const score = (category: Category) => categories[category].score ?? 0;
  const metric = (column: Metric) => audits[METRICS[column]]?.numericValue ?? Number.NaN;
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    "best-practices": score("best-practices"),
    seo: score("seo"),
    "FCP ms": metric("FCP ms"),
    "LCP ms": metric("LCP ms"),
    "TBT ms": metric("TBT ms"),
    CLS: metric("CLS"),
  };
}

function row(page: string, of: (column: Column) => number): string[] {
  const digits = (column: Column) => (column === "CLS" ? 3 : column in METRICS ? 0 : 2);
  return [page, ...COLUMNS.map((column) => of(column).toFixed(digits(column)))];
}

/** Those whose median is, each with its score and what Lighthouse says of it. */
function auditsBelowOne(visits: readonly LighthouseReport[]): string[] {
  const ids = Object.keys(visits[0]?.audits ?? {});
  return ids.flatMap((id) => {
    const audits = visits.flatMap(({ audits }) => audits[id] ?? []);
    const scores = audits.flatMap(({ score }) => score ?? []);
    const score = median(scores);
    if (scores.length < visits.length || score === 1) return [];
    const displayed = audits.find((audit) => audit.score === score)?.displayValue;
    return [`${id} ${score}${displayed ? ` (${displayed})` : ""}`];
  });
}
