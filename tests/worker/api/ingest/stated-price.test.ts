import * as fc from "fast-check";
import { withoutInvisible } from "#shared/text/pasted-text.ts";
import { describe, expect, it } from "vitest";
import { parseAlert } from "#worker/api/ingest/parse-alert.ts";

/** As JSON. */
const NO_PRICES =
  'null "" "market" 0 "-0.00" "1.085.1" "+1.0851" ".5" "01.5" "1e3" 1e-7 1e21 1000000000000 "0.1234567890123" ' +
  'true ["1.0851"] {"type":"limit"}';

const BUY = { ticker: "EURUSD", action: "buy" };

function alertOf(message: object | string) {
  const parsed = parseAlert(typeof message === "string" ? message : JSON.stringify(message));
  if (!parsed.ok) throw parsed.problem;
  return parsed.alert;
}

describe("the price in a message", () => {
  it.each<[fields: object | string, price: string]>([
    [{ price: 1.0851 }, "1.0851"],
    [{ price: "1.08510" }, "1.08510"],
    [{ price: "-37.63" }, "-37.63"],
    [{ price: " 1.0851 " }, "1.0851"],
    [{ close: 65000 }, "65000"],
    [{ signalPrice: 143.12 }, "143.12"],
    [{ last_price: "1.2" }, "1.2"],
    [{ marketPrice: "1.2" }, "1.2"],
    [{ current_price: "1.2" }, "1.2"],
    [{ entryPrice: "1.2" }, "1.2"],
    [{ trigger_price: "65000.5" }, "65000.5"],
    [{ strategy: { order_price: 1.5 } }, "1.5"],
    [{ price: "999999999999.999999999999" }, "999999999999.999999999999"],
    // Of several the first that is one; that of the bar only where there is no other.
    [{ signal_price: "1.1", price: "1.2", close: "1.3" }, "1.1"],
    [{ close: "1.3", price: "1.2", signal_price: "1.1" }, "1.2"],
    [{ price: "market", close: "1.3" }, "1.3"],
    [{ price: "1,0851", lastPrice: "1.09" }, "1.09"],
    ["ticker=EURUSD, action=BUY, interval=5m, price=1.0851", "1.0851"],
    ["ticker=EURUSD action=buy close=1.08", "1.08"],
    ["Ticker: EURUSD\nAction: buy\nPrice: 1.0851", "1.0851"],
    ["EURUSD buy @1.0851 5m", "1.0851"],
    ["EURUSD buy @ 1.0851, 5m", "1.0851"],
    ["@ 1.0851 EURUSD buy", "1.0851"],
    ["S: order buy @ 1.0851 filled on EURUSD. New strategy position is 1", "1.0851"],
  ])("%j is %s", (message, price) => {
    const { figures } = alertOf(typeof message === "string" ? message : { ...BUY, ...message });
    expect(figures.stated_price).toBe(price);
  });

  it.each(NO_PRICES.split(" "))("is none in %s", (price) => {
    const message = `{"ticker":"EURUSD","action":"buy","price":${price}}`;
    expect(alertOf(message).figures).not.toHaveProperty("stated_price");
  });

  it.each([
    BUY,
    { ...BUY, close: false },
    // Other prices than that of now.
    { ...BUY, open: "1.1", high: "1.2", low: "1", stop_price: "1", limit_price: "1", tp1: "1.3" },
    "S: order buy @ 65,000.5 filled on EURUSD. New strategy position is 1",
    "ticker=EURUSD action=buy price=1,0851",
  ])("is missing in %j", (message) => {
    expect(alertOf(message).figures).not.toHaveProperty("stated_price");
  });

  it.each([
    [{ ...BUY, close: "yes" }, "unsupported_action"],
    ["EURUSD buy @1.1 @1.2", "ambiguous"],
    ["EURUSD buy @market", "unknown_word"],
    ["EURUSD buy 1.0851", "unknown_word"],
  ])("in %j does not change that it is refused as %s", (message, code) => {
    expect(() => alertOf(message)).toThrow(expect.objectContaining({ code }));
  });

  it("changes nothing else about the message, whatever its value", () => {
    const NAMES = ["price", "signalPrice", "last_price", "entry_price", "trigger_price", "order_price"];
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...NAMES), fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.double())),
        (fields) => {
          const isNested = Object.values(fields).some(
            (value) => typeof value === "object" && value !== null && !Array.isArray(value),
          );
          // Names inside an object are names of their own, and a placeholder is refused wherever it stands.
          fc.pre(!isNested && !withoutInvisible(JSON.stringify(fields)).includes("{{"));
          const { stated_price: _price, ...figures } = alertOf({ ...fields, ...BUY }).figures;
          expect({ ...alertOf({ ...fields, ...BUY }), figures }).toEqual(alertOf(BUY));
        },
      ),
    );
  });
});
