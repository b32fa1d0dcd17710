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
import { EMPTY_TALLY } from "#shared/tally.ts";
import { InLanguage } from "#tests/client/in-language.tsx";

const refuse = () => Promise.reject(new Error("Nothing is asked for while rendering"));
const http: Http = { get: refuse, methods: refuse, send: refuse };

/** Wins and losses of each trader on the page. */
type Records = readonly (readonly [won: number, lost: number])[];

interface Shown {
  readonly records: Records;
  readonly search?: string;
  readonly next?: string | null;
}

function textOf({ records, search = "", next = null }: Shown): string {
  const results = records.map(([won, lost], index) => ({
    handle: `trader-${index}`,
    name: `Trader ${index}`,
    joined_at: "2026-01-01T00:00:00.000Z",
    retired_at: null,
    statistics: statisticsOf({ ...EMPTY_TALLY, won, lost }),
  }));
  const fallback = { [tradersKey(new URLSearchParams(search))]: { results, next } };
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

const LONG: Records = [
  [60, 40],
  [50, 50],
  [7, 1],
];
const SENTENCE =
  "Of the 2 traders here with 30 or more signals won or lost, the best has won 60.0%. " +
  "Of as many people who toss a coin as often, the best would win about 52.7%.";
const OF_MORE = "Counting the other pages, chance would reach higher still.";

describe("what chance would bring about, above the ranking", () => {
  it("stands beside the best of all traders, in any order", () => {
    for (const search of ["", "?sort=net"]) {
      const text = textOf({ records: LONG, search });
      expect(text).toContain(SENTENCE);
      expect(text).not.toContain(OF_MORE);
    }
  });

  it("says that it is less than chance could do where the ranking goes on", () => {
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
  ])("is not said of %s", (_what, shown) => {
    const text = textOf(shown);
    expect(text).toContain("Trader 0");
    expect(text).not.toContain("toss a coin");
  });
});
