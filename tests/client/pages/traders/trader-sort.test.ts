import { describe, expect, it } from "vitest";
import { nextSort, readSort, sortedBy, withSort } from "#client/pages/traders/trader-sort.ts";

describe("the order of the ranking", () => {
  it("is by rank unless the address names another known one", () => {
    expect(readSort(new URLSearchParams())).toBe("-rank");
    expect(readSort(new URLSearchParams("sort=net"))).toBe("net");
    expect(readSort(new URLSearchParams("sort=nonsense"))).toBe("-rank");
  });

  it("is reversed by a second click on a column", () => {
    expect(nextSort("-rank", "net")).toBe("-net");
    expect(nextSort("-net", "net")).toBe("net");
    expect(nextSort("net", "net")).toBe("-net");
    expect(nextSort("-rank", "handle")).toBe("handle");
    expect(nextSort("handle", "handle")).toBe("-handle");
  });

  it("is announced by the sorted column only", () => {
    expect(sortedBy("-net", "net")).toBe("descending");
    expect(sortedBy("handle", "handle")).toBe("ascending");
    expect(sortedBy("handle", "net")).toBeUndefined();
  });

  it("is left out of the address if it is the default, and removes the cursor", () => {
    expect(withSort(new URLSearchParams("sort=net&cursor=c"), "-rank")).toBe("");
    expect(withSort(new URLSearchParams("asset=EUR&cursor=c"), "net")).toBe("?asset=EUR&sort=net");
  });
});
