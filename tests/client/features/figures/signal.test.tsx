import { expect, it } from "vitest";
import { Outcome } from "#client/features/figures/signal.tsx";
import type { Signal } from "#shared/contracts/signals.ts";
import { someSignal } from "#tests/support/some-signal.ts";
import { renderPage } from "#tests/client/render-page.tsx";

const htmlOf = (changes: Partial<Signal>) => renderPage(<Outcome signal={someSignal(changes)} />);

const wordsOf = (changes: Partial<Signal>) =>
  [...htmlOf(changes).matchAll(/<span>([^<]*)</g)].map(([, word]) => word);

it.each([
  ["hand", ["won", "by hand"]],
  ["prices", ["won"]],
  ["deadline", ["won"]],
  [null, ["won"]],
] as const)("a signal shows how it was settled by %s: %j", (settled_by, words) => {
  expect(wordsOf({ outcome: "won", settled_by })).toEqual(words);
});

it("an outcome has an icon, so that it does not depend on colour alone", () => {
  const html = htmlOf({ outcome: "won", settled_by: "hand" });
  expect(html.match(/<path d="[^"]+"/g)).toHaveLength(2);
});

it("a void signal without a price reads differently from one that staff voided", () => {
  expect(wordsOf({ outcome: "void", settled_by: "prices" })).toEqual(["void, no price"]);
  expect(wordsOf({ outcome: "void", settled_by: "hand", void_reason: "no quotes" })).toEqual(["void"]);
});

it("an expired signal is listed as waiting for a price", () => {
  const at = "2026-03-01T00:07:00.000Z";
  const price_wait = { reason: "down", address: null, since: at, asked_at: at } as const;
  expect(htmlOf({ price_wait })).toContain("<span>waiting for a price</span>");
});

it("an open signal in a list has the texts for its clock, and the word without script", () => {
  const html = htmlOf({});
  const texts = "entry in {span}|entry in under 1\u00a0min|{span} left|under 1\u00a0min|expired";
  expect(html).toContain(`data-texts="${texts}"`);
  expect(html).toContain('<span class="open-word">open </span><span class="open-time"');
});
