import { expect, it } from "vitest";
import { keptAddress } from "#client/entry.addresses.ts";

it.each([
  ["/en", "/en"],
  ["/en?utm_source=newsletter&fbclid=1", "/en"],
  ["/de/about?asset=EURUSD", "/de/about"],
  ["/de/signal?asset=EUR%2FUSD&utm_medium=mail&cursor=9", "/de/signal?asset=EUR%2FUSD&cursor=9"],
  ["/de/signal?trader=a&outcome=won&from=1&to=2", "/de/signal?trader=a&outcome=won&from=1&to=2"],
  ["/de/signal/some-id?asset=EURUSD", "/de/signal/some-id"],
  ["/fr/traders?sort=-net&cursor=3&ref=x", "/fr/traders?sort=-net&cursor=3"],
  ["/fr/traders/anna?sort=-net&cursor=3", "/fr/traders/anna"],
  ["/it/login?utm_source=x", "/it/login"],
  // For its reader alone.
  ["/it/login?next=%2Fit%2Fprofile", null],
  ["/en/profile", null],
  ["/en/admin?view=traders", null],
  ["/en/no-such-page", null],
  ["/xx/about", null],
])("the document at %s is cached under %s", (address, expected) => {
  expect(keptAddress(new URL(address, "https://site.example"))).toBe(expected);
});
