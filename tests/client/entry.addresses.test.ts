import { describe, expect, it } from "vitest";
import { keptAddress, knownSearch, withoutUnknownQuery } from "#client/entry.addresses.ts";
import type { PageLocation } from "#client/pages/page-module.ts";

describe("keptAddress", () => {
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
});

const signalKeys = ({ params, searchParams }: PageLocation) =>
  params["id"]
    ? []
    : [`/api/signals/?asset=${searchParams.get("asset")}&trader=${searchParams.get("trader")}`];

describe("knownSearch", () => {
  it.each([
    ["", ""],
    ["?", ""],
    ["?&&=&", ""],
    ["?asset=EURUSD", "?asset=EURUSD"],
    ["?trader=a&asset=X", "?trader=a&asset=X"],
    ["?utm_source=x", ""],
    ["?fbclid=1&asset=EUR%2FUSD&utm_source=x&trader=North+Light", "?asset=EUR%2FUSD&trader=North+Light"],
    ["?%61sset=X&Asset=Y", "?%61sset=X"],
    // The first counts.
    ["?asset=X&asset=Y&asset", "?asset=X"],
    ["?%E0%A4%A=1&asset=%E0", "?asset=%E0"],
  ])("reduces %j to %j for a page that reads asset and trader", (search, expected) => {
    expect(knownSearch(signalKeys, { params: {}, search })).toBe(expected);
  });

  it("depends on the page's path parameters", () => {
    expect(knownSearch(signalKeys, { params: { id: "7" }, search: "?asset=EURUSD" })).toBe("");
  });

  it("keeps no parameter for a page without data", () => {
    expect(knownSearch(undefined, { params: {}, search: "?asset=EURUSD" })).toBe("");
  });
});

it.each([
  ["/de/terms?utm_source=x", "/de/terms"],
  ["/de?gclid=1&fbclid=2", "/de"],
  ["/de/signal?utm_source=x&asset=EURUSD", "/de/signal?asset=EURUSD"],
  ["/de/traders?sort=handle&ref=a", "/de/traders?sort=handle"],
  ["/de/traders?with=a1&ref=a&with=b2", "/de/traders?with=a1&with=b2"],
  ["/de/traders/a1?by=hour&by=month&with=b2", "/de/traders/a1?by=hour"],
  ["/de/signal/42?utm_source=x#entries", "/de/signal/42"],
  ["/nowhere?a=1", "/nowhere"],
])("withoutUnknownQuery turns %s into %s", (address, expected) => {
  const origin = "https://site.example";
  expect(withoutUnknownQuery(new URL(address, origin))).toBe(origin + expected);
});
