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

/** Loads at the end of each round, without a click, of the two that most figures compare. */
const MORE_LOADS = ["static", "product", "product", "static"] as const satisfies readonly Subject[];

interface Visits {
  readonly loads: Load[];
  readonly clicks: Click[];
}
type PageVisits = Readonly<Record<Subject, Visits>>;

const product = await startProduct();
const own = new Map<string, string>();
const front = await startFront(product.port, own);
const browser = await launchChromium();
try {
  for (const [path, content] of await createBaselines(front.origin)) own.set(path, content);
  const pages = MEASURED_PAGES.filter(({ name }) => pageNames.includes(name));
  const results: { page: MeasuredPage; visits: PageVisits }[] = [];
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

async function visit(page: MeasuredPage): Promise<PageVisits> {
  const none = (): Visits => ({ loads: [], clicks: [] });
  const visits = {
    product: none(),
    static: none(),
    "static with script": none(),
    "bare React": none(),
  } satisfies PageVisits;
  const load = async (subject: Subject) => {
    const url = front.origin + addressOf(subject, page.path);
    visits[subject].loads.push(await measureLoad(browser, url, page.linkTo));
    return url;
  };
  for (let round = 0; round < rounds; round += 1) {
    // Each subject stands at each place of these: a visit is slower or faster for the one before it.
    const first = round % SUBJECTS.length;
    for (const subject of [...SUBJECTS.slice(first), ...SUBJECTS.slice(0, first)]) {
      const url = await load(subject);
      // Nothing on a static page takes a click.
      if (subject !== "static") visits[subject].clicks.push(await measureClick(browser, url, page.linkTo));
    }
    for (const subject of MORE_LOADS) await load(subject);
  }
  return visits;
}

function middle<Figure extends string>(
  measured: readonly Readonly<Record<Figure, number>>[],
  figure: Figure,
): number {
  return median(measured.map((one) => one[figure]));
}

function row(page: MeasuredPage, subject: Subject, { loads, clicks }: Visits): string[] {
  const whole = (value: number) => (Number.isNaN(value) ? "–" : value.toFixed(0));
  return [
    `${page.name}, ${subject}`,
    whole(middle(loads, "fcpMs")),
    whole(middle(loads, "lcpMs")),
    whole(middle(loads, "tbtMs")),
    whole(middle(clicks, "firstPressMs")),
    whole(middle(clicks, "takenMs")),
    whole(middle(clicks, "actedMs")),
    middle(loads, "cls").toFixed(3),
    whole(middle(loads, "bytes")),
    whole(middle(loads, "scriptBytes")),
    whole(middle(loads, "requests")),
    whole(middle(loads, "navigationMs")),
  ];
}

/** The product's figures against their limits, which are multiples of a baseline's. */
function judge({ name }: MeasuredPage, { product, static: still, ...scripted }: PageVisits) {
  const against = (what: string, of: Subject, limit: number, ours: number[], theirs: number[]) => {
    const value = medianOfTurns(ours, theirs, (one, other) => one / other);
    return { isMet: value <= limit, text: `${name}: ${what} ${value.toFixed(2)} of ${of}, limit ${limit}` };
  };
  const loaded = (what: string, limit: number, figure: keyof Load) =>
    against(
      what,
      "static",
      limit,
      product.loads.map((load) => load[figure]),
      still.loads.map((load) => load[figure]),
    );
  const firstPresses = ({ clicks }: Visits) => clicks.map(({ firstPressMs }) => firstPressMs);
  const tbtMs = middle(product.loads, "tbtMs");
  const bareTbtMs = middle(scripted["bare React"].loads, "tbtMs");
  const cls = Math.max(...product.loads.map((load) => load.cls));
  return [
    loaded("FCP", 0.8, "fcpMs"),
    loaded("LCP", 0.8, "lcpMs"),
    against(
      "first press shown",
      "static with script",
      1.6,
      firstPresses(product),
      firstPresses(scripted["static with script"]),
    ),
    {
      isMet: tbtMs <= bareTbtMs / 2,
      text: `${name}: TBT ${tbtMs.toFixed(0)} ms, bare React ${bareTbtMs.toFixed(0)} ms, limit its half`,
    },
    loaded("navigation", 0.3, "navigationMs"),
    { isMet: cls === 0, text: `${name}: worst CLS ${cls.toFixed(3)}, limit 0` },
  ];
}
