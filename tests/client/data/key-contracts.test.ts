import { expect, it } from "vitest";
import { contractOf } from "#client/data/key-contracts.ts";
import { PAGE_KEYS } from "#client/pages/page-keys.ts";
import { SignalDetail, SignalPage } from "#shared/contracts/signals.ts";
import { Summary, TraderDetail, TraderPage } from "#shared/contracts/traders.ts";

const searchParams = new URLSearchParams("trader=harbour-nine&cursor=a/b");

it("every data key of a page has a contract", () => {
  const places = [{}, { id: "7", handle: "harbour-nine" }].map((params) => ({ params, searchParams }));
  const keys = Object.values(PAGE_KEYS)
    .flatMap((keysOf) => places.map(keysOf))
    .flat();
  expect(keys.length).toBeGreaterThan(6);
  expect(keys.filter((key) => contractOf(key) === null)).toEqual([]);
});

it.each([
  ["/api/summary/", Summary],
  ["/api/signals/", SignalPage],
  ["/api/signals/?limit=6&trader=a%2Fb", SignalPage],
  ["/api/signals/7/", SignalDetail],
  ["/api/traders/?sort=-rank", TraderPage],
  ["/api/traders/harbour-nine/", TraderDetail],
  ["/api/auth/me/", null],
  ["/api/signals/7/entries/", null],
])("the contract of %s is the one that its page uses", (key, contract) => {
  expect(contractOf(key)).toBe(contract);
});
