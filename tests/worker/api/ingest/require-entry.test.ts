/** A message is refused unless what it says of itself is known to be an entry; templates.test.ts has what must be taken. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { parseAlert } from "#worker/api/ingest/parse-alert.ts";

/** Why a message of these fields is refused; null if it is taken. */
function codeOf(fields: object): string | null {
  const parsed = parseAlert(JSON.stringify({ ticker: "EURUSD", action: "sell", ...fields }));
  return parsed.ok ? null : parsed.problem.code;
}

it.each<object>([
  // Words; the property below has the names of their fields.
  { "Trade-Status": "closed" },
  { orderStatus: "FILLED" },
  { order: { status: "EXPIRED" } },
  { event: { name: "sl_hit" } },
  { event: "partial_close" },
  { event_type: "закрыт" },
  { type: "re-entry" },
  { kind: 3 },
  { order_type: "STOP_MARKET" },
  { command: "MODIFY" },
  { outcome: "win" },
  { intent: "exit_long" },
  { signal: "take profit" },
  // Flags and numbers.
  { is_closed: true },
  { isclosed: "yes" },
  { trade: { closed: true } },
  { is_open: false },
  { sl_hit: true },
  { tp1: "hit" },
  { close_date: "2026-03-01 14:35:00" },
  { exit_price: 1.09 },
  { exit: { price: 1.09, at: "2026-03-01T14:35:02Z" } },
  { close: "position" },
  { close: 1.09, profit: 12.5 },
  { pnl: 12.5 },
  { trade_active: 0 },
  { isFlat: true },
  { position_qty: 0 },
  { entry: 1 },
  // Free text.
  { comment: "stopped out" },
  { comment: "Position closed above 1.09" },
  { note: "squared off" },
  { comment: "Scale out" },
  { comment: "Break-even" },
  { id: "XL" },
  { text: "Cierre de la posición" },
  { my_words: "TP 2 reached" },
  { updates: [{ type: "sl_hit" }] },
])("a sale with %j is refused", (fields) => {
  expect(codeOf({})).toBeNull();
  expect(codeOf(fields)).toBe("unsupported_action");
});

it("a word that is not known is refused in any field that says what the message is", () => {
  const name = fc.tuple(
    fc.constantFrom("", "order", "trade", "my", "x1"),
    fc.constantFrom("kind", "type", "status", "event", "state", "position", "action", "reason"),
    fc.constantFrom("", "name", "text", "now"),
  );
  const spelled = fc.constantFrom(
    (words: string[]) => words.join("_"),
    (words: string[]) => words.join("").toUpperCase(),
    (words: string[]) => words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(""),
  );
  // "zq" is in no word of an entry.
  const value = fc.tuple(fc.string(), fc.string()).map((parts) => parts.join("zq"));
  fc.assert(
    fc.property(name, spelled, value, fc.boolean(), (words, spell, said, isNested) => {
      fc.pre(!said.includes("{{"));
      const field = { [spell(words.filter(Boolean))]: said };
      expect(codeOf(isNested ? { data: field } : field)).not.toBeNull();
    }),
  );
});

it("a fill is refused without its trade, since its entry may be published", () => {
  expect(codeOf({ type: "entry_fill" })).toBe("ambiguous");
});
