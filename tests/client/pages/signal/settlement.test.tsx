import { describe, expect, it } from "vitest";
import { Settlement } from "#client/pages/signal/settlement.tsx";
import { type Evidence, PRICE_FAULTS, type Quote, type SourcePrices } from "#shared/contracts/prices.ts";
import type { Signal } from "#shared/contracts/signals.ts";
import { LANGUAGES, type Language } from "#shared/site/languages.ts";
import { RULE as ANY_RULE } from "#tests/support/priced-acts.ts";
import { someSignal } from "#tests/support/some-signal.ts";
import { renderPage, textOf } from "#tests/client/render-page.tsx";

const RULE = { ...ANY_RULE, sources: ["prices.example/v1"] };
const ENTRY: Quote = { price: "1.08510", at: "2026-03-01T00:00:59.000Z", sha256: "a1".repeat(32) };
const EXPIRY: Quote = { price: "1.0852", at: "2026-03-01T00:05:58.000Z", sha256: "b2".repeat(32) };

const SOURCE = { address: "prices.example/v1", source: "Example Prices" };
const PRICES: SourcePrices = { ...SOURCE, entry: ENTRY, expiry: EXPIRY };

const EVIDENCE: Evidence = { price: "1.0849", at: "2026-03-01T00:06:00.000Z", where: "The desk’s terminal" };

const htmlOf = (changes: Partial<Signal>, language: Language = "en") =>
  renderPage(<Settlement signal={someSignal(changes)} />, { language });

const wordsOf = (changes: Partial<Signal>, language?: Language) => textOf(htmlOf(changes, language));

const ended = { settled_at: "2026-03-01T00:06:10.000Z", settled_seq: 2 } as const;

it.each([
  ["an open signal", {}],
  ["a settled one", { ...ended, outcome: "won" }],
  ["a void with a reason", { ...ended, outcome: "void", void_reason: "no quotes" }],
] as const)("the settlement is empty for %s of a backend that does not report it", (_what, changes) => {
  expect(htmlOf(changes)).toBe("");
});

describe("a signal that is settled by prices", () => {
  it("says when it wins, how old a quote may be, and what happens with equal or missing prices", () => {
    const text = wordsOf({ price_rule: RULE });
    expect(text).toContain("wins if the price is higher at expiry than at entry");
    expect(text).toContain("is a draw");
    expect(text).toContain("at most 1 min old");
    expect(text).toContain("or if no price comes by the deadline. It then counts in no rate");
    expect(text).toContain("prices.example/v1");
    expect(text).not.toContain("Both sources");
    expect(wordsOf({ price_rule: RULE, direction: "down" })).toContain("wins if the price is lower");
  });

  it("says that two sources must agree", () => {
    const text = wordsOf({ price_rule: { ...RULE, sources: ["one.example", "two.example"] } });
    expect(text).toContain("Both sources must lead to the same outcome.");
    expect(text).toMatch(/one\.example.*two\.example/);
  });

  it("shows the prices, their times, their source and their full hashes", () => {
    const changes = { ...ended, outcome: "won", settled_by: "prices", price_rule: RULE } as const;
    const html = htmlOf({ ...changes, prices: [PRICES] });
    expect(html).toContain("Settled by the prices below");
    expect(html).toContain("Example Prices");
    for (const { sha256 } of [ENTRY, EXPIRY]) expect(html).toContain(`<code>${sha256}</code>`);
    expect(html).toContain("00:00:59");
    expect(html).toContain("00:05:58");
    expect(html).toContain("higher");
    expect(html).not.toContain("lower");
    expect(html).not.toContain("by hand");
  });

  it.each([
    ["1.085099999999", "lower"],
    ["1.0851", "the same"],
  ])("with a price of %s at expiry shows this difference from entry: %s", (price, word) => {
    const prices = [{ ...PRICES, expiry: { ...EXPIRY, price } }];
    expect(wordsOf({ ...ended, outcome: "lost", settled_by: "prices", prices })).toContain(
      `Change Example Prices ${word}`,
    );
  });

  it("aligns the prices at their decimal points", () => {
    const html = htmlOf({ ...ended, settled_by: "prices", stated_price: "1", prices: [PRICES] });
    const cells = html.matchAll(/table__number" data-column="price" data-label="Price">([\d.\s]+)</g);
    const prices = Array.from(cells, ([, text]) => text);
    expect(prices).toEqual(["1\u2008\u2007\u2007\u2007\u2007\u2007", "1.08510", "1.0852\u2007"]);
  });

  it("shows the trader's own price beside the source's, and says that it decides nothing", () => {
    const prices = [PRICES];
    const stated_price = "1.0900";
    expect(wordsOf({ ...ended, settled_by: "prices", stated_price, prices })).toMatch(
      /The trader’s word at entry; decides nothing 1\.0900 .*Entry Example Prices 1\.08510/,
    );
    expect(wordsOf({ stated_price })).toContain("The trader’s word 1.0900 (at entry; decides nothing)");
  });

  it("explains a gap in the quotes, and shows the first quote after it", () => {
    const later = { price: "1.0900", at: "2026-03-01T00:30:00.000Z", sha256: "c3".repeat(32) };
    const prices = [{ ...PRICES, entry: null, expiry: null, later }];
    const text = wordsOf({ ...ended, outcome: "void", settled_by: "prices", price_rule: RULE, prices });
    expect(text).toContain("A later quote shows that none will come");
    expect(text).toMatch(/Entry Example Prices no quote .*After the gap Example Prices 1\.0900/);
    expect(text).not.toContain("Change");
  });

  it("that is void at its deadline says that no price was available", () => {
    const text = wordsOf({ ...ended, outcome: "void", settled_by: "deadline", price_rule: RULE });
    expect(text).toContain("none was available by the deadline");
  });
});

it("a signal that was settled by hand says so, and shows the evidence", () => {
  const byHand = { ...ended, outcome: "won", settled_by: "hand" } as const;
  const text = wordsOf({ ...byHand, price_rule: RULE, evidence: EVIDENCE });
  expect(text).toContain("Settled by hand");
  expect(text).toContain("Price 1.0849 Quoted Mar 1, 2026, 00:06:00 UTC Read at The desk’s terminal");
  expect(text).not.toContain("Note");
  expect(wordsOf({ ...byHand, evidence: { ...EVIDENCE, note: "no feed" } })).toContain("Note no feed");
});

describe("a signal that waits for a price", () => {
  const times = { since: "2026-03-01T00:07:00.000Z", asked_at: "2026-03-01T00:09:00.000Z" };
  const wait = { address: "one.example", ...times };
  const waiting = (reason: (typeof PRICE_FAULTS)[number], language?: Language) =>
    wordsOf({ price_rule: RULE, price_wait: { ...wait, reason } }, language);

  it.each(LANGUAGES)("has a sentence of its own for every reason in %s", (language) => {
    const sentences = PRICE_FAULTS.map((reason) => waiting(reason, language));
    expect(new Set(sentences).size).toBe(PRICE_FAULTS.length);
    expect(sentences.join("")).not.toContain("prices.waits");
  });

  it("shows the reason, the source, since when it waits and when the source was last asked", () => {
    const text = waiting("down");
    expect(text).toContain("Waiting for a price. The price source does not answer. one.example");
    expect(text).toMatch(/No price since Mar 1, 2026, 00:07:00 UTC · last asked Mar 1, 2026, 00:09:00/);
    expect(htmlOf({ price_wait: { ...wait, reason: "down" } })).toContain('class="callout" role="status"');
  });

  it("names no source if the sources disagree", () => {
    const html = htmlOf({ price_wait: { ...wait, address: null, reason: "disagreement" } });
    expect(html).toContain("The two sources lead to different outcomes.");
    expect(html).not.toContain("<code>");
  });
});
