import { expect, it } from "vitest";
import { RECIPES } from "#client/pages/admin/key-recipe.tsx";
import { parseAlert } from "#worker/api/ingest/parse-alert.ts";

const URL_OF_KEY = "https://signals.example/api/hooks/tmk_abc/";

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((filled, [name, value]) => filled.replaceAll(name, value), text);
}

/** What each program sends once it has filled in its placeholders. */
const SENT = {
  tradingView: fill(RECIPES.tradingView(), {
    "{{ticker}}": "EURUSD",
    "{{strategy.order.action}}": "buy",
    "{{strategy.market_position}}": "long",
    "{{close}}": "1.0851",
    "{{time}}": "2026-03-01T14:35:00Z",
    "{{timenow}}": "2026-03-01T14:35:00Z",
  }),
  metaTrader: fill(
    /StringFormat\("(.*)",$/m.exec(RECIPES.metaTrader(URL_OF_KEY))?.[1]?.replaceAll('\\"', '"') ?? "",
    {
      '"ticker":"%s"': '"ticker":"EURUSD"',
      '"action":"%s"': '"action":"buy"',
      '"price":"%s"': '"price":"1.0851"',
    },
  ),
  freqtrade: fill(/"entry": (\{[^}]*(?:\}",[^}]*)*\}"\s*\})/.exec(RECIPES.freqtrade(URL_OF_KEY))?.[1] ?? "", {
    "{trade_id}": "17",
    "{pair}": "BTC/USDT",
    "{direction}": "Long",
    "{open_rate}": "65000.5",
  }),
  curl: /--data '([^']*)'/.exec(RECIPES.curl(URL_OF_KEY))?.[1] ?? "",
} satisfies Record<keyof typeof RECIPES, string>;

it.each(Object.entries(SENT))("what %s sends is understood, every field of it", (_, body) => {
  expect(parseAlert(body)).toMatchObject({ ok: true, alert: { direction: "up", notUnderstood: [] } });
});

it.each(["metaTrader", "freqtrade", "curl"] as const)(
  "the text for %s holds the address of the key",
  (tool) => {
    expect(RECIPES[tool](URL_OF_KEY)).toContain(URL_OF_KEY);
  },
);

it("the part for Freqtrade is JSON", () => {
  expect(() => JSON.parse(`{${RECIPES.freqtrade(URL_OF_KEY)}}`)).not.toThrow();
});
