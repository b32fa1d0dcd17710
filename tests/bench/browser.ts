/**
 * `npm run bench:browser`: a cold visit in Chromium at Slow 4G and a processor four times slower, next to the same page as
 * static HTML without script, with a few lines of script, and hydrated at once by bare react-dom/client. All stand behind the
 * same front on loopback and are visited in turns; figures are medians, factors medians of each turn's own. Writes
 * `.cache/bench/browser.md` and `browser.json`.
 *
 * `--quick` takes the home page twice; `--rounds` and `--pages home,about` choose otherwise. Exits with 1 where a limit is
 * missed, unless it was quick.
 */
import { parseArgs } from "node:util";
import { launchChromium } from "#tests/support/chromium.ts";
import { measureClick, measureLoad, type Click, type Load } from "./browser/measure.ts";
import { startFront } from "./browser/front.ts";
import {
  addressOf,
  createBaselines,
  MEASURED_PAGES,
  SUBJECTS,
  type MeasuredPage,
  type Subject,
} from "./browser/subjects.ts";
import { median, medianOfTurns, publish } from "./figures.ts";
import { startProduct } from "./pages/servers.ts";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    rounds: { type: "string" },
    pages: { type: "string" },
  },
});
const rounds = Number(values.rounds ?? (values.quick ? 2 : 5));
const pageNames =
  values.pages?.split(",") ?? (values.quick ? ["home"] : MEASURED_PAGES.map(({ name }) => name));

type Visit = Load & Click;
/** Nothing on a static page takes a click. */
const NO_CLICK: Click = { firstPressMs: NaN, takenMs: NaN, actedMs: NaN };
type Visits = Readonly<Record<Subject, Visit[]>>;

const product = await startProduct();
const own = new Map<string, string>();
const front = await startFront(product.port, own);
const browser = await launchChromium();
try {
  for (const [path, content] of await createBaselines(front.origin)) own.set(path, content);
  const pages = MEASURED_PAGES.filter(({ name }) => pageNames.includes(name));
  const results: { page: MeasuredPage; visits: Visits }[] = [];
  for (const page of pages) results.push({ page, visits: await visit(page) });
  const verdicts = results.flatMap(({ page, visits }) => judge(page, visits));
  publish({
    name: "browser",
    head: [
      "page",
      "FCP ms",
      "LCP ms",
      "TBT ms",
      "first press shown ms",
      "script takes click ms",
      "and has acted ms",
      "CLS",
      "bytes",
      "JS bytes",
      "requests",
      "navigation ms",
    ],
    rows: results.flatMap(({ page, visits }) =>
      SUBJECTS.map((subject) => row(page, subject, visits[subject])),
    ),
    notes: [...verdicts.map(({ text }) => `- ${text}`), ""],
    isQuick: values.quick,
    data: results,
  });
  process.exitCode = !values.quick && verdicts.some(({ isMet }) => !isMet) ? 1 : 0;
} finally {
  await browser.close();
  front.close();
  await product.close();
}

async function visit(page: MeasuredPage): Promise<Visits> {
  const visits: Visits = { product: [], static: [], "static with script": [], "bare React": [] };
  for (let round = 0; round < rounds; round += 1) {
    // Each subject stands at each place of a round: a visit is slower or faster for the one before it.
    const first = round % SUBJECTS.length;
    for (const subject of [...SUBJECTS.slice(first), ...SUBJECTS.slice(0, first)]) {
      const url = front.origin + addressOf(subject, page.path);
      const load = await measureLoad(browser, url, page.linkTo);
      const click = subject === "static" ? NO_CLICK : await measureClick(browser, url, page.linkTo);
      visits[subject].push({ ...load, ...click });
    }
  }
  return visits;
}

function middle(visits: readonly Visit[], figure: keyof Visit): number {
  return median(visits.map((visit) => visit[figure]));
}

function row(page: MeasuredPage, subject: Subject, visits: readonly Visit[]): string[] {
  const whole = (figure: keyof Visit) => {
    const value = middle(visits, figure);
    return Number.isNaN(value) ? "–" : value.toFixed(0);
  };
  return [
    `${page.name}, ${subject}`,
    whole("fcpMs"),
    whole("lcpMs"),
    whole("tbtMs"),
    whole("firstPressMs"),
    whole("takenMs"),
    whole("actedMs"),
    middle(visits, "cls").toFixed(3),
    whole("bytes"),
    whole("scriptBytes"),
    whole("requests"),
    whole("navigationMs"),
  ];
}

/** The product's figures against their limits, which are multiples of a baseline's. */
function judge({ name }: MeasuredPage, visits: Visits) {
  const against = (what: string, figure: keyof Visit, of: Subject, limit: number) => {
    const inTurns = (subject: Subject) => visits[subject].map((visit) => visit[figure]);
    const value = medianOfTurns(inTurns("product"), inTurns(of), (ours, theirs) => ours / theirs);
    return { isMet: value <= limit, text: `${name}: ${what} ${value.toFixed(2)} of ${of}, limit ${limit}` };
  };
  const tbtMs = middle(visits.product, "tbtMs");
  const bareTbtMs = middle(visits["bare React"], "tbtMs");
  const cls = Math.max(...visits.product.map((visit) => visit.cls));
  return [
    against("FCP", "fcpMs", "static", 0.8),
    against("LCP", "lcpMs", "static", 0.8),
    against("first press shown", "firstPressMs", "static with script", 1.6),
    {
      isMet: tbtMs <= bareTbtMs / 2,
      text: `${name}: TBT ${tbtMs.toFixed(0)} ms, bare React ${bareTbtMs.toFixed(0)} ms, limit its half`,
    },
    against("navigation", "navigationMs", "static", 0.3),
    { isMet: cls === 0, text: `${name}: worst CLS ${cls.toFixed(3)}, limit 0` },
  ];
}
