import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, it } from "vitest";
import { DataProvider } from "#client/data/data-provider.tsx";
import type { Http } from "#client/data/http.ts";
import { tradersKey } from "#client/data/keys.ts";
import { TraderList } from "#client/pages/traders/trader-list.tsx";
import { ANONYMOUS_SESSION } from "#client/features/session/anonymous-session.ts";
import { SessionProvider } from "#client/features/session/session-context.tsx";
import { statisticsOf } from "#shared/statistics.ts";
import { EMPTY_TALLY, type Tally } from "#shared/tally.ts";
import { InLanguage } from "#tests/client/in-language.tsx";

const refuse = () => Promise.reject(new Error("Nothing is asked for while rendering"));
const http: Http = { get: refuse, send: refuse };

/** Wins and losses of each trader on the page. */
type Records = readonly (readonly [won: number, lost: number])[];

interface Shown {
  readonly records: Records;
  readonly search?: string;
  readonly next?: string | null;
  /** As the answer says them; absent where an own backend does not. */
  readonly lookedAt?: number;
  readonly leastEdge?: number;
}

function textOf({ records, search = "", next = null, lookedAt, leastEdge }: Shown): string {
  const results = records.map(([won, lost], index) => ({
    handle: `trader-${index}`,
    name: `Trader ${index}`,
    joined_at: "2026-01-01T00:00:00.000Z",
    retired_at: null,
    statistics: statisticsOf(tallyAtHalf(won, lost), leastEdge),
  }));
  const fallback = { [tradersKey(new URLSearchParams(search))]: { results, next, looked_at: lookedAt } };
  const router = createMemoryRouter([{ path: "/en/traders", Component: TraderList }], {
    initialEntries: [`/en/traders${search}`],
  });
  const html = renderToStaticMarkup(
    <InLanguage language="en">
      <SessionProvider session={ANONYMOUS_SESSION}>
        <DataProvider http={http} fallback={fallback}>
          <RouterProvider router={router} />
        </DataProvider>
      </SessionProvider>
    </InLanguage>,
  );
  return html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
}

/** At a payout of 1, with two voided. */
function tallyAtHalf(won: number, lost: number): Tally {
  const [gains, squared_gains] = [won * 10_000, won * 10_000 ** 2];
  return { ...EMPTY_TALLY, won, lost, void: 2, gains, squared_gains, net: (won - lost) * 10_000 };
}

const LONG: Records = [
  [60, 40],
  [50, 50],
  [7, 1],
];
const SENTENCE =
  "Of the 2 traders here with 30 or more signals won or lost, the best has won 60.0%. " +
  "Among as many people tossing a coin as often, the best would win about 52.7%.";
const OF_MORE = "Counting the other pages, chance would reach higher still.";

describe("the note above the ranking on results by chance", () => {
  it("is shown if the list has all traders, in any sort order", () => {
    for (const search of ["", "?sort=net"]) {
      const text = textOf({ records: LONG, search });
      expect(text).toContain(SENTENCE);
      expect(text).not.toContain(OF_MORE);
    }
  });

  it("says that chance could do even more if the ranking has further pages", () => {
    expect(textOf({ records: LONG, next: "c" })).toContain(`${SENTENCE} ${OF_MORE}`);
  });

  it.each([
    ["a later page, whose first is no leader", { records: LONG, search: "?cursor=c" }],
    ["a part of them in another order", { records: LONG, search: "?sort=net", next: "c" }],
    ["one long record", { records: LONG.slice(1) }],
    [
      "records below thirty",
      {
        records: [
          [20, 9],
          [7, 1],
        ] as Records,
      },
    ],
  ])("is not shown for %s", (_what, shown) => {
    const text = textOf(shown);
    expect(text).toContain("Trader 0");
    expect(text).not.toContain("tossing a coin");
  });
});

describe("the number of compared traders, above the ranking", () => {
  const LOOKED_AT = "12 traders with at least 30 signals won or lost were compared";
  it("is shown if the response reports more than one", () => {
    expect(textOf({ records: LONG, lookedAt: 12, search: "?cursor=c" })).toContain(LOOKED_AT);
    for (const lookedAt of [0, 1]) expect(textOf({ records: LONG, lookedAt })).not.toContain("were compared");
    expect(textOf({ records: LONG })).not.toContain("were compared");
  });

  it("explains why a rate that is above break-even on its own is not called so", () => {
    const WHY = "On its own, the rate would be above; with 12 traders compared, that is not enough.";
    const records: Records = [
      [70, 30],
      [62, 38],
      [50, 50],
    ];
    const text = textOf({ records, lookedAt: 12, leastEdge: 3 });
    expect(text).toContain("above break-even break-even 50.0%");
    expect(text).toContain(`not distinguishable from chance break-even 50.0% ${WHY}`);
    expect(text.split(WHY)).toHaveLength(2);
    expect(textOf({ records, leastEdge: 3 })).not.toContain("On its own");
  });
});

describe("the rates in the ranking", () => {
  it("are shown with the number of void signals", () => {
    expect(textOf({ records: LONG })).toMatch(/60\.0% 2 void .*50\.0% 2 void .*87\.5% 2 void/);
  });

  it("have no verdict below thirty signals", () => {
    expect(textOf({ records: [[29, 0]] })).toContain("no verdict yet");
  });
});
