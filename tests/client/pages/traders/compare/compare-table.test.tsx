import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, it } from "vitest";
import { clearlyHighest, CompareTable } from "#client/pages/traders/compare/compare-table.tsx";
import type { TraderDetail } from "#shared/contracts/traders.ts";
import { statisticsOf } from "#shared/record/statistics.ts";
import { EMPTY_TALLY } from "#shared/record/tally.ts";
import { InLanguage } from "#tests/client/in-language.tsx";

/** At a payout of 1. */
function someTrader(name: string, won: number, lost: number): TraderDetail {
  const gains = { gains: won * 10_000, squared_gains: won * 10_000 ** 2, net: (won - lost) * 10_000 };
  return {
    handle: name.toLowerCase(),
    name,
    joined_at: "2026-01-01T00:00:00.000Z",
    retired_at: null,
    statistics: statisticsOf({ ...EMPTY_TALLY, won, lost, ...gains }),
    evidence: 1,
    evidence_below: 1,
    verdict: "not_shown",
    witnessed: null,
    curve: [],
    last_results: [],
    equity: [],
    calibration: [],
    former_names: [],
    moments: won + lost,
    m: 20,
    mark: 400,
    as_of_seq: 1,
  };
}

function rowsOf(...traders: readonly TraderDetail[]): readonly string[] {
  const element = <CompareTable traders={traders} />;
  const router = createMemoryRouter([{ path: "*", element }], { initialEntries: ["/en/traders"] });
  const html = renderToStaticMarkup(
    <InLanguage language="en">
      <RouterProvider router={router} />
    </InLanguage>,
  );
  return html.match(/<tr>.*?<\/tr>/g) ?? [];
}

const marked = (rows: readonly string[]) => rows.filter((row) => row.includes("<strong>"));

describe("a table of compared traders", () => {
  it("marks the better rate and result per signal where intervals do not overlap, and nothing else", () => {
    const rows = marked(rowsOf(someTrader("Low", 100, 200), someTrader("High", 200, 100)));
    expect(rows.map((row) => row.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " "))).toEqual([
      expect.stringMatching(/^ Win rate 33\.3% .* 66\.7% better /),
      expect.stringMatching(/^ Per signal −0\.33 .* \+0\.33 better /),
    ]);
    for (const row of rows) expect(row).toMatch(/<td>[^<].*<td><strong>/);
  });

  it("says that there is no clear difference where they overlap", () => {
    const rows = rowsOf(someTrader("One", 50, 50), someTrader("Other", 55, 45));
    expect(marked(rows)).toEqual([]);
    expect(rows.filter((row) => row.includes("no clear difference"))).toHaveLength(2);
    expect(rowsOf(someTrader("Alone", 50, 50)).join("")).not.toContain("no clear difference");
  });

  it("leads to each trader, and to the comparison without one", () => {
    const [head] = rowsOf(someTrader("One", 1, 1), someTrader("Other", 1, 1));
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
