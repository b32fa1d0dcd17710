import { expect, it } from "vitest";
import { signalKey, signalPricesKey } from "#client/data/keys.ts";
import { SignalDetailView } from "#client/pages/signal/signal-detail-view.tsx";
import type { SignalPrices } from "#shared/contracts/prices.ts";
import type { SignalDetail } from "#shared/contracts/signals.ts";
import type { SitePart } from "#shared/site/site-parts.ts";
import { chained, corrected, joined, overdue, published, settled, voided } from "#tests/support/chained.ts";
import { someSignal } from "#tests/support/some-signal.ts";
import { renderPage, textOf } from "#tests/client/render-page.tsx";
import { byPrices, RULE, unpriced } from "#tests/support/priced-acts.ts";

const SIGNAL: SignalDetail = {
  ...someSignal({
    published_at: "2026-03-01T12:00:01.000Z",
    entry_at: "2026-03-01T12:00:31.000Z",
    expires_at: "2026-03-01T12:05:31.000Z",
    settle_by: "2026-03-02T12:05:31.000Z",
  }),
  entries: [],
};

const ended = { settled_at: "2026-03-01T12:06:00.000Z", settled_seq: 2, settled_by: "prices" } as const;

const NO_PRICES: SignalPrices = { address: null, points: [] };

function htmlOf(
  signal: SignalDetail,
  absentParts: readonly SitePart[] = [],
  prices: SignalPrices = NO_PRICES,
): string {
  const answers = { [signalKey(signal.id)]: signal, [signalPricesKey(signal.id)]: prices };
  return renderPage(<SignalDetailView id={signal.id} />, { path: "/en/signal", absentParts, answers });
}

const wordsOf = (...page: Parameters<typeof htmlOf>) => textOf(htmlOf(...page));

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
    expect(['"ledger-check needs-script"', "log-proof "].map((name) => html.includes(name))).toEqual(
      expected,
    );
  },
);

it("the page shows the payout, with what it is a share of", () => {
  const text = wordsOf({ ...SIGNAL, payout: 0.8525 });
  expect(text).toContain("Payout 85.25% of the stake, if won");
});

it("the page shows every time of a signal with seconds", () => {
  const open = timesOf(SIGNAL);
  const settled = timesOf({ ...SIGNAL, ...ended, outcome: "won" });
  expect(open).toHaveLength(4);
  expect(settled).toHaveLength(4);
  for (const time of [...open, ...settled]) expect(time).toMatch(/\d\d:\d\d:\d\d/);
  expect(open[2]).toContain("12:05:31");
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
  ["2026-03-01T12:00:01.000Z", "The price at its entry had already been made", "30 sec before entry"],
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
  ["2026-03-01T12:00:01.400Z", "witnessed 0.4 sec after publication", "30 sec before entry"],
  ["2026-03-01T12:00:20.000Z", "witnessed 19 sec after publication", "11 sec before entry: in time"],
  ["2026-03-01T12:00:31.000Z", "witnessed only 0 sec after entry", "0 sec after entry: too late"],
  ["2026-03-01T12:02:31.000Z", "witnessed only 2 min after entry", "2 min after entry: too late"],
])("the line of the proof says of a signal witnessed at %s: %s, and more below: %s", (at, line, more) => {
  const html = htmlOf({ ...SIGNAL, witnessed_at: at });
  expect(html).toContain(`<summary><h2>In the ledger as line 1 · ${line}</h2></summary>`);
  expect(html).toContain(more);
});

it("the page does not mention witnesses if the signal has no witnessed time", () => {
  expect(htmlOf(SIGNAL)).not.toMatch(/witness/i);
});

const QUOTE = { at: "2026-03-01T12:00:30.000Z", sha256: "ab".repeat(32) };
const prices = [
  {
    address: "prices.example",
    source: "Example",
    entry: { ...QUOTE, price: "96412.10" },
    expiry: { ...QUOTE, at: "2026-03-01T12:05:30.000Z", price: "96500" },
  },
];
const points = [
  { at: "2026-03-01T12:00:00.000Z", price: "96400" },
  { at: "2026-03-01T12:02:00.000Z", price: "96450" },
];

it("the clock of an open signal has a text for each time, up to what it waits for", () => {
  expect(htmlOf(SIGNAL)).toContain(
    'data-texts="Entry at {time}, in about {span}|Entry at {time}, in less than a minute|' +
      'About {span} left|Less than a minute left|Waiting for the result"',
  );
  expect(htmlOf({ ...SIGNAL, price_rule: RULE })).toContain('a minute left|Waiting for the price"');
});

it("the picture names the quotes on the record, and says what is proof and what is picture", () => {
  const signal = { ...SIGNAL, ...ended, outcome: "won", prices } as const;
  const text = wordsOf(signal, [], { address: "prices.example", points });
  expect(text).toMatch(/Entry 96,412\.10 .* Expiry 96,500 /);
  expect(text).toContain(
    "are in the ledger and decide. The curve is only a picture of what prices.example says",
  );
  expect(htmlOf(signal)).toContain(
    "Price of EUR/USD: 96,412.10 at entry, 96,500 at expiry, between 96,412.10 and 96,500.",
  );
  expect(wordsOf(signal)).toContain("gives no prices in between, so the curve is straight");
});

it("the picture of a running signal marks no price as being on the record", () => {
  const text = wordsOf(SIGNAL, [], { address: "prices.example", points });
  expect(text).toMatch(/Entry ≈ 96,400 .* Latest 96,450 /);
  expect(text).toContain("The two quotes that decide enter the ledger after expiry");
});

it.each([
  ["won", {}, "Difference +87.90 higher Result +0.85 stakes"],
  ["lost", {}, "Difference +87.90 higher Result −1.00 stakes"],
  ["draw", {}, "Result 0.00 stakes"],
  ["won", { is_late: true }, "Result in no result"],
  ["won", { is_otc: true, prices: null }, "Result in no result"],
  ["void", { prices: null, void_reason: "halted" }, "Result in no result"],
  ["void", { prices: null, void_reason: "halted", counts_as_lost: true }, "Result −1.00 stakes"],
  ["open", { prices: null }, "If it wins +0.85 stakes If it loses −1.00 stakes"],
  ["open", { prices: null, is_late: true }, "If it wins in no result If it loses −1.00 stakes"],
] as const)("a signal that is %s %j shows its bet in stakes: %s", (outcome, changes, words) => {
  const open = outcome === "open" ? { settled_at: null, settled_seq: null, settled_by: null } : ended;
  const signal = { ...SIGNAL, ...open, outcome, prices, ...changes };
  expect(wordsOf(signal)).toContain(words);
});

it("the page shows for each entry whether staff, prices or the deadline ended the signal", async () => {
  const entries = await chained([
    joined("north-light"),
    published("a", 1),
    settled("a", 7, "won"),
    overdue("a", 8),
    byPrices("a", "won", [], 9),
    voided("a", 10),
    unpriced("a", 11),
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
  expect(htmlOf({ ...SIGNAL, price_rule: RULE })).toContain("after that it is void for lack of a price");
});
