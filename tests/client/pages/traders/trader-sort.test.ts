import { describe, expect, it } from "vitest";
import { nextSort, readSort, sortedBy, withSort } from "#client/pages/traders/trader-sort.ts";

describe("the order of the ranking", () => {
  it("is by the lower bound, best first, unless the address names another", () => {
    expect(readSort(new URLSearchParams())).toBe("-rank");
    expect(readSort(new URLSearchParams("sort=net"))).toBe("net");
    expect(readSort(new URLSearchParams("sort=nonsense"))).toBe("-rank");
  });

  it("turns round with the second click on a column", () => {
    expect(nextSort("-rank", "net")).toBe("-net");
    expect(nextSort("-net", "net")).toBe("net");
    expect(nextSort("net", "net")).toBe("-net");
    expect(nextSort("-rank", "handle")).toBe("handle");
    expect(nextSort("handle", "handle")).toBe("-handle");
  });

  it("is told by the column it follows", () => {
    expect(sortedBy("-net", "net")).toBe("descending");
    expect(sortedBy("handle", "handle")).toBe("ascending");
    expect(sortedBy("handle", "net")).toBeUndefined();
  });

  it("has one address for the default", () => {
    expect(withSort(new URLSearchParams("sort=net&cursor=c"), "-rank")).toBe("");
    expect(withSort(new URLSearchParams("asset=EUR&cursor=c"), "net")).toBe("?asset=EUR&sort=net");
  });
});
