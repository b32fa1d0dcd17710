import { describe, expect, it } from "vitest";
import { isKnownQuery } from "#client/app/known-query.ts";
import type { PageLocation } from "#client/app/page-module.ts";

const at = (query: string): PageLocation => ({ params: {}, searchParams: new URLSearchParams(query) });
const signalKeys = ({ searchParams }: PageLocation) => [
  `/api/signals/?asset=${searchParams.get("asset")}&trader=${searchParams.getAll("trader").join(",")}`,
];

describe("isKnownQuery", () => {
  it.each([
    ["", true],
    ["asset=EURUSD", true],
    ["trader=a&trader=b&asset=X", true],
    ["utm_source=x", false],
    ["asset=EURUSD&utm_source=x", false],
  ])("of a page that reads asset and trader: %j is %s", (query, expected) => {
    expect(isKnownQuery(signalKeys, at(query))).toBe(expected);
  });

  it("of a page without data knows no parameter at all", () => {
    expect(isKnownQuery(undefined, at(""))).toBe(true);
    expect(isKnownQuery(undefined, at("asset=EURUSD"))).toBe(false);
  });
});
