import { describe, expect, it } from "vitest";
import { clearlyHighest, CompareTable } from "#client/pages/traders/compare/compare-table.tsx";
import type { TraderDetail } from "#shared/contracts/traders.ts";
import { renderPage, textOf } from "#tests/client/render-page.tsx";
import { someTrader, statisticsFor } from "#tests/support/some-trader.ts";

/** At a payout of 1. */
const traderOf = (name: string, won: number, lost: number) =>
  someTrader({ handle: name.toLowerCase(), name, statistics: statisticsFor(won, lost, 1) });

const rowsOf = (...traders: readonly TraderDetail[]) =>
  renderPage(<CompareTable traders={traders} />).match(/<tr>.*?<\/tr>/g) ?? [];

const marked = (rows: readonly string[]) => rows.filter((row) => row.includes("<strong>"));

describe("a table of compared traders", () => {
  it("marks the better rate and result per signal where intervals do not overlap, and nothing else", () => {
    const rows = marked(rowsOf(traderOf("Low", 100, 200), traderOf("High", 200, 100)));
    expect(rows.map(textOf)).toEqual([
      expect.stringMatching(/^ Win rate 33\.3% .* 66\.7% better /),
      expect.stringMatching(/^ Per signal −0\.33 .* \+0\.33 better /),
    ]);
    for (const row of rows) expect(row).toMatch(/<td>[^<].*<td><strong>/);
  });

  it("says that there is no clear difference where they overlap", () => {
    const rows = rowsOf(traderOf("One", 50, 50), traderOf("Other", 55, 45));
    expect(marked(rows)).toEqual([]);
    expect(rows.filter((row) => row.includes("no clear difference"))).toHaveLength(2);
    expect(rowsOf(traderOf("Alone", 50, 50)).join("")).not.toContain("no clear difference");
  });

  it("leads to each trader, and to the comparison without one", () => {
    const [head] = rowsOf(traderOf("One", 1, 1), traderOf("Other", 1, 1));
    expect(head?.match(/href="[^"]*"/g)).toEqual([
      'href="/en/traders/one"',
      'href="/en/traders?with=other"',
      'href="/en/traders/other"',
      'href="/en/traders?with=one"',
    ]);
  });
});

const low = { low: 0.4, high: 0.5 };
const middle = { low: 0.45, high: 0.6 };
const high = { low: 0.7, high: 0.8 };

it.each([
  ["the one above all others", [low, high, middle], 1],
  ["none where two overlap", [low, middle], null],
  ["none where the two best overlap", [low, middle, { low: 0.55, high: 0.9 }], null],
  ["none where bounds touch", [low, { low: 0.5, high: 0.6 }], null],
  ["none where one has no interval", [low, null, high], null],
  ["none of one", [high], null],
])("%s is marked", (_what, intervals, index) => {
  expect(clearlyHighest(intervals)).toBe(index);
});
