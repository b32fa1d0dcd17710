import { describe, expect, it } from "vitest";
import { knownSearch } from "#client/pages/known-query.ts";
import { withoutUnknownQuery } from "#client/entry.addresses.ts";
import type { PageLocation } from "#client/pages/page-module.ts";

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

describe("withoutUnknownQuery", () => {
  it.each([
    ["/de/terms?utm_source=x", "/de/terms"],
    ["/de?gclid=1&fbclid=2", "/de"],
    ["/de/signal?utm_source=x&asset=EURUSD", "/de/signal?asset=EURUSD"],
    ["/de/traders?sort=handle&ref=a", "/de/traders?sort=handle"],
    ["/de/traders?with=a1&ref=a&with=b2", "/de/traders?with=a1&with=b2"],
    ["/de/traders/a1?by=hour&by=month&with=b2", "/de/traders/a1?by=hour"],
    ["/de/signal/42?utm_source=x#entries", "/de/signal/42"],
    ["/nowhere?a=1", "/nowhere"],
  ])("turns %s into %s", (address, expected) => {
    const origin = "https://site.example";
    expect(withoutUnknownQuery(new URL(address, origin))).toBe(origin + expected);
  });
});
