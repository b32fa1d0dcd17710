import { describe, expect, it } from "vitest";
import { alternatesOf } from "#shared/alternates.ts";

describe("alternatives of an address", () => {
  it("are the five languages, itself included, and the address that asks for the visitor's", () => {
    expect(alternatesOf("/de/traders/north-light")).toEqual([
      { hrefLang: "en", path: "/en/traders/north-light" },
      { hrefLang: "de", path: "/de/traders/north-light" },
      { hrefLang: "fr", path: "/fr/traders/north-light" },
      { hrefLang: "it", path: "/it/traders/north-light" },
      { hrefLang: "es", path: "/es/traders/north-light" },
      { hrefLang: "x-default", path: "/traders/north-light" },
    ]);
  });

  it("of home end at the bare root", () => {
    expect(alternatesOf("/fr").map(({ path }) => path)).toEqual(["/en", "/de", "/fr", "/it", "/es", "/"]);
  });

  it("are the same from whichever language they are asked", () => {
    expect(alternatesOf("/it/signal")).toEqual(alternatesOf("/es/signal"));
  });
});
