import { expect, it } from "vitest";
import { traderKey } from "#client/data/keys.ts";
import { CompareView } from "#client/pages/traders/compare/compare-view.tsx";
import { renderPage } from "#tests/client/render-page.tsx";
import { someTrader } from "#tests/support/some-trader.ts";

it("a comparison to which a trader is added keeps the traders that could not be loaded", () => {
  const html = renderPage(<CompareView handles={["north-light", "slow-water"]} />, {
    answers: { [traderKey("north-light")]: someTrader() },
  });
  const kept = html.matchAll(/<input type="hidden" name="with" value="([^"]*)"/g);
  expect(Array.from(kept, ([, handle]) => handle)).toEqual(["north-light", "slow-water"]);
});
