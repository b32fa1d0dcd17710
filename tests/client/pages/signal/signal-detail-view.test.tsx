import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { DataProvider } from "#client/data/data-provider.tsx";
import type { Http } from "#client/data/http.ts";
import { signalKey } from "#client/data/keys.ts";
import { SignalDetailView } from "#client/pages/signal/signal-detail-view.tsx";
import { ANONYMOUS_SESSION } from "#client/features/session/anonymous-session.ts";
import { SessionProvider } from "#client/features/session/session-context.tsx";
import type { PriceRule } from "#shared/contracts/prices.ts";
import type { SignalDetail } from "#shared/contracts/signals.ts";
import type { SitePart } from "#shared/site-parts.ts";
import {
  chained,
  corrected,
  instant,
  joined,
  overdue,
  published,
  settled,
  voided,
} from "#tests/support/chained.ts";
import { someSignal } from "#tests/support/some-signal.ts";
import { InLanguage } from "#tests/client/in-language.tsx";

const refuse = () => Promise.reject(new Error("Nothing is asked for while rendering"));
const http: Http = { get: refuse, send: refuse };

const SIGNAL: SignalDetail = {
  ...someSignal({
    published_at: "2026-03-01T12:00:01.000Z",
    entry_at: "2026-03-01T12:00:31.000Z",
    expires_at: "2026-03-01T12:05:31.000Z",
    settle_by: "2026-03-02T12:05:31.000Z",
  }),
  entries: [],
};

function htmlOf(signal: SignalDetail, absentParts: readonly SitePart[] = []): string {
  const Component = () => <SignalDetailView id={signal.id} />;
  const router = createMemoryRouter([{ path: "*", Component }], { initialEntries: ["/en/signal"] });
  return renderToStaticMarkup(
    <InLanguage language="en" absentParts={absentParts}>
      <SessionProvider session={ANONYMOUS_SESSION}>
        <DataProvider http={http} fallback={{ [signalKey(signal.id)]: signal }}>
          <RouterProvider router={router} />
        </DataProvider>
      </SessionProvider>
    </InLanguage>,
  );
}

function timesOf(signal: SignalDetail): string[] {
  return [...htmlOf(signal).matchAll(/<time[^>]*>([^<]*)</g)].map(([, text = ""]) => text);
}

it.each([
  [[], [true, true]],
  [["log"], [true, false]],
  [
    ["ledger", "log"],
    [false, false],
  ],
] as const)(
  "the page of a backend without %j has ledger check and log proof: %j",
  (absentParts, expected) => {
    const html = htmlOf(SIGNAL, absentParts);
    expect(['"ledger-check"', "log-proof "].map((name) => html.includes(name))).toEqual(expected);
  },
);

it("the page shows the payout, with what it is a share of", () => {
  const text = htmlOf({ ...SIGNAL, payout: 0.8525 })
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");
  expect(text).toContain("Payout 85.25% of the stake, if won");
});

it("the page shows every time of a signal with seconds", () => {
  const open = timesOf(SIGNAL);
  const settled = timesOf({
    ...SIGNAL,
    outcome: "won",
    settled_at: "2026-03-01T12:06:00.000Z",
    settled_seq: 2,
  });
  expect(open).toHaveLength(4);
  expect(settled).toHaveLength(4);
  for (const time of [...open, ...settled]) expect(time).toMatch(/\d\d:\d\d:\d\d/);
  expect(open[2]).toContain("12:05:31");
});

it("the page reserves a line for the remaining time of an open signal, and none for a settled one", () => {
  expect(htmlOf(SIGNAL)).toContain("after entry<br/><span>\u00a0</span></small>");
  expect(
    htmlOf({ ...SIGNAL, outcome: "won", settled_at: "2026-03-01T12:06:00.000Z", settled_seq: 2 }),
  ).not.toContain("<br/>");
});

it("the page shows every correction with its reason", async () => {
  const entries = await chained([
    joined("north-light"),
    published("a", 1),
    settled("a", 7, "won"),
    corrected("a", 8, "draw", "read too early"),
    corrected("a", 9, "lost", "read the wrong chart"),
  ]);
  const html = htmlOf({ ...SIGNAL, outcome: "lost", entries: entries.slice(1) });
  expect(html).toContain("“won” until staff corrected it to “draw”. Reason: read too early");
  expect(html).toContain("“draw” until staff corrected it to “lost”. Reason: read the wrong chart");
});

it.each([
  ["2026-03-01T12:00:31.001Z", "Published after its entry time.", "0 sec after entry"],
  ["2026-03-01T12:00:01.000Z", "The price at its entry had been made", "30 sec before entry"],
])("the page says why a signal published at %s is late: %s", (published_at, why, when) => {
  const html = htmlOf({ ...SIGNAL, published_at, is_late: true, outcome: "won" });
  expect(html).toContain(why);
  expect(html).toContain(when);
});

it("the page says whether a void signal counts as lost", async () => {
  const entries = (await chained([joined("north-light"), published("a", 1), voided("a", 8)])).slice(1);
  const voidSignal = { ...SIGNAL, outcome: "void" as const, void_reason: "no quotes", entries };
  expect(htmlOf({ ...voidSignal, counts_as_lost: true })).toContain("when the price was already moving");
  expect(htmlOf(voidSignal)).not.toContain("when the price was already moving");
});

it.each([
  ["2026-03-01T12:00:20.000Z", "11 sec before entry: in time"],
  ["2026-03-01T12:00:31.000Z", "0 sec after entry: too late"],
  ["2026-03-01T12:02:31.000Z", "2 min after entry: too late"],
])("the page shows for a signal witnessed at %s: %s", (witnessed_at, words) => {
  expect(htmlOf({ ...SIGNAL, witnessed_at })).toContain(words);
});

it("the page does not mention witnesses if the signal has no witnessed time", () => {
  expect(htmlOf(SIGNAL)).not.toContain("Witnessed");
});

it("the page shows for each entry whether staff, prices or the deadline ended the signal", async () => {
  const entries = await chained([
    joined("north-light"),
    published("a", 1),
    settled("a", 7, "won"),
    overdue("a", 8),
    {
      at: instant(9),
      kind: "settled",
      signal_id: "a",
      payload: { outcome: "won", cause: "prices", prices: [] },
    },
    voided("a", 10),
    { at: instant(11), kind: "voided", signal_id: "a", payload: { cause: "no_price" } },
  ]);
  const html = htmlOf({ ...SIGNAL, entries: entries.slice(1) });
  const words = [...html.matchAll(/entry__kind">([^<]*)</g)].map(([, text]) => text);
  expect(words).toEqual([
    "published",
    "settled by hand: won",
    "ended by its deadline: lost",
    "settled by prices: won",
    "voided",
    "void for lack of a price",
  ]);
});

it("the page says what happens to an open signal at its deadline: it counts as lost, or is void if it has a price rule", () => {
  expect(htmlOf(SIGNAL)).toContain("after that it counts as lost");
  const price_rule: PriceRule = {
    sources: ["prices.example"],
    max_quote_age_s: 60,
    equal: "draw",
    no_price: "void",
  };
  expect(htmlOf({ ...SIGNAL, price_rule })).toContain("after that it is void for lack of a price");
});
