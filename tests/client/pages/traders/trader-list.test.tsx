import { describe, expect, it } from "vitest";
import { tradersKey } from "#client/data/keys.ts";
import { TraderList } from "#client/pages/traders/trader-list.tsx";
import type { Verdict } from "#shared/contracts/traders.ts";
import { markOf } from "#shared/record/e-bh.ts";
import { renderPage, textOf } from "#tests/client/render-page.tsx";
import { someTrader, statisticsFor } from "#tests/support/some-trader.ts";

/** Wins and losses of each trader on the page, at a payout of 1. */
type Records = readonly `${number}/${number}`[];

interface Shown {
  readonly records: Records;
  readonly search?: string;
  readonly next?: string | null;
  readonly verdict?: Verdict;
  readonly m?: number;
  readonly voided?: number;
}

function htmlOf(shown: Shown): string {
  const { records, search = "", next = null, verdict = "not_shown", m = 20, voided = 2 } = shown;
  const results = records.map((record, index) => {
    const [won = 0, lost = 0] = record.split("/").map(Number);
    const statistics = statisticsFor(won, lost, 1, { void: voided });
    return someTrader({ handle: `trader-${index}`, name: `Trader ${index}`, statistics, verdict });
  });
  const answers = { [tradersKey(new URLSearchParams(search))]: { results, next, m, mark: markOf(m) } };
  return renderPage(<TraderList />, { path: `/en/traders${search}`, answers });
}

const wordsOf = (shown: Shown) => textOf(htmlOf(shown));

const LONG: Records = ["60/40", "50/50", "7/1"];
const SENTENCE =
  "Of the 2 traders here with 30 or more signals won or lost, the best has won 60.0%. " +
  "Among as many people tossing a coin as often, the best would win about 52.7%.";
const OF_MORE = "Counting the other pages, chance would reach higher still.";

describe("the note above the ranking on results by chance", () => {
  it("is shown if the list has all traders, in any sort order", () => {
    for (const search of ["", "?sort=net"]) {
      const text = wordsOf({ records: LONG, search });
      expect(text).toContain(SENTENCE);
      expect(text).not.toContain(OF_MORE);
    }
  });

  it("says that chance could do even more if the ranking has further pages", () => {
    expect(wordsOf({ records: LONG, next: "c" })).toContain(`${SENTENCE} ${OF_MORE}`);
  });

  it.each<[what: string, shown: Shown]>([
    ["a later page, whose first is no leader", { records: LONG, search: "?cursor=c" }],
    ["a part of them in another order", { records: LONG, search: "?sort=net", next: "c" }],
    ["one long record", { records: LONG.slice(1) }],
    ["records below thirty", { records: ["20/9", "7/1"] }],
  ])("is not shown for %s", (_what, shown) => {
    const text = wordsOf(shown);
    expect(text).toContain("Trader 0");
    expect(text).not.toContain("tossing a coin");
  });
});

describe("the verdicts in the ranking", () => {
  it("say how many traders they count, and from which evidence on they are above", () => {
    expect(wordsOf({ records: LONG, m: 40 })).toContain(
      "Verdicts allow for 40 traders (never fewer than 20). A trader is called “above” from evidence of 800,",
    );
    expect(wordsOf({ records: [] })).not.toContain("Verdicts allow for");
  });

  it.each([
    ["above", "above break-even", "above"],
    ["below", "below break-even", "below"],
    ["not_shown", "not distinguishable from chance", "not proven"],
  ] as const)(
    "of %s stand in each row in two words, with the whole in the title",
    (verdict, whole, words) => {
      const html = htmlOf({ records: LONG, verdict });
      expect(html.match(new RegExp(`title="${whole}">${words}<`, "g"))).toHaveLength(3);
    },
  );
});

describe("the rates in the ranking", () => {
  it("are shown with the number of void signals, if there are any", () => {
    expect(wordsOf({ records: LONG })).toMatch(/60\.0% 2 void .*50\.0% 2 void .*87\.5% 2 void/);
    expect(wordsOf({ records: LONG, voided: 0 })).not.toContain("void ");
  });

  it("have their intervals on an axis from the least to the greatest bound of the page, named once", () => {
    // From 40.4% of 50 of 100 to 97.8% of 7 of 8.
    expect(wordsOf({ records: LONG })).toContain("95% interval 40% 98%");
    expect(htmlOf({ records: LONG })).toMatch(/class="interval__band" x="0\.\d+%"/);
  });
});

it("the explanation above the ranking is closed until it is asked for", () => {
  expect(htmlOf({ records: LONG })).toMatch(
    /<details class="how-to-read"><summary>How to read this<.*tossing a coin/,
  );
});
