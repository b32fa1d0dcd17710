import { LANGUAGES } from "#shared/site/languages.ts";
import { describe, expect, it } from "vitest";
import {
  hrefInLanguage,
  loginHref,
  pageHref,
  pageOfPath,
  parseNext,
  alternatesOf,
} from "#shared/site/routes.ts";

it("pageHref puts home at the language prefix and every other page below it", () => {
  expect(pageHref("de", "home")).toBe("/de");
  expect(pageHref("it", "cookie-policy")).toBe("/it/cookie-policy");
});

describe("hrefInLanguage", () => {
  it.each([
    ["/de", "/fr"],
    ["/de/signal/42?asset=EURUSD#proof", "/fr/signal/42?asset=EURUSD#proof"],
    ["/", null],
    ["/xx/about", null],
  ])("turns %s into %s", (path, expected) => {
    expect(hrefInLanguage(path, "fr")).toBe(expected);
  });

  it.each(["/de?x=1", "/de#top"])("keeps query and hash of the home page's path: %s", (path) => {
    expect(hrefInLanguage(path, "fr")).toBe(path.replace("/de", "/fr"));
  });
});

it("loginHref contains the path to return to", () => {
  expect(loginHref("es", "/es/profile?tab=1")).toBe("/es/login?next=%2Fes%2Fprofile%3Ftab%3D1");
});

describe("parseNext", () => {
  it.each(["/de/profile", "/de/signal?asset=EUR%2FUSD#x", "/"])("accepts %s", (next) => {
    expect(parseNext(next)).toBe(next);
  });

  it.each([
    null,
    "",
    "de/profile",
    "//evil.example",
    "/\\evil.example",
    "/de\\..\\x",
    "https://evil.example",
    "javascript:alert(1)",
    "/\t/evil.example",
    "/de\r\nSet-Cookie: a=b",
  ])("refuses %j", (next) => {
    expect(parseNext(next)).toBeNull();
  });
});

it.each([
  ["/", "home"],
  ["/de", "home"],
  ["/de/", "home"],
  ["/fr/traders", "traders"],
  ["/it/signal/018f", "signal"],
  ["/en/nowhere", null],
  ["/en/about/more", null],
  ["/en/signal/018f/more", null],
  ["/xx/about", null],
])("the page at %s is %s", (path, page) => {
  expect(pageOfPath(path)).toBe(page);
});

describe("the language alternatives of a path", () => {
  it("are all languages, including its own, and the path without a language", () => {
    expect(alternatesOf("/de/traders/north-light")).toEqual([
      ...LANGUAGES.map((code) => ({ hrefLang: code, path: `/${code}/traders/north-light` })),
      { hrefLang: "x-default", path: "/traders/north-light" },
    ]);
  });

  it("of the home page end with the root path", () => {
    expect(alternatesOf("/fr").map(({ path }) => path)).toEqual([
      ...LANGUAGES.map((code) => `/${code}`),
      "/",
    ]);
  });

  it("are the same for every language of the page", () => {
    expect(alternatesOf("/it/signal")).toEqual(alternatesOf("/es/signal"));
  });
});
