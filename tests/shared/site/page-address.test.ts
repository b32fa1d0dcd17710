import { describe, expect, it } from "vitest";
import { documentPath, meantAddress, readPageAddress, percentDecoded } from "#shared/site/page-address.ts";

it.each([
  ["/", { kind: "root" }],
  ["/de", { kind: "document", language: "de" }],
  ["/de/signal", { kind: "document", language: "de" }],
  ["/de/no-such-page", { kind: "document", language: "de" }],
  ["/de/", { kind: "moved", path: "/de" }],
  ["/de/signal//", { kind: "moved", path: "/de/signal" }],
  ["//", { kind: "moved", path: "/" }],
  ["///", { kind: "moved", path: "/" }],
  ["//evil.example/de", { kind: "moved", path: "/evil.example/de" }],
  ["//login", { kind: "moved", path: "/login" }],
  ["/de/%61bout", { kind: "moved", path: "/de/about" }],
  ["/%64e", { kind: "moved", path: "/de" }],
  ["/de/traders/north%2Dlight", { kind: "moved", path: "/de/traders/north-light" }],
  ["/de/signal/%4a%6F%7E%5f%7A%30/_payload.json", { kind: "moved", path: "/de/signal/Jo~_z0/_payload.json" }],
  ["/de/%2F%5Cevil%20%C3%A9%7B%40%60%5b%7f", { kind: "document", language: "de" }],
  ["/de/%2561bout", { kind: "document", language: "de" }],
  ["/fr/signal/_payload.json", { kind: "payload", language: "fr", path: "/fr/signal" }],
  ["/fr/_payload.json", { kind: "payload", language: "fr", path: "/fr" }],
  ["/login", { kind: "bare" }],
  ["/login/", { kind: "moved", path: "/login" }],
  ["/signal/42", { kind: "bare" }],
  ["/assets/entry-abc", { kind: "file" }],
  ["/builds/meta/x", { kind: "file" }],
  ["/favicon.ico", { kind: "file" }],
  ["/de/app.js", { kind: "file" }],
  ["/EN", { kind: "moved", path: "/en" }],
  ["/De/Signal", { kind: "moved", path: "/de/signal" }],
  ["/DE/Cookie-Policy/", { kind: "moved", path: "/de/cookie-policy" }],
  ["/DE/traders/North-Light", { kind: "moved", path: "/de/traders/North-Light" }],
  ["/DE/No-Such-Page", { kind: "moved", path: "/de/No-Such-Page" }],
  ["/DE/_payload.json", { kind: "moved", path: "/de/_payload.json" }],
  ["/Signal/42", { kind: "moved", path: "/signal/42" }],
  ["/de/No-Such-Page", { kind: "document", language: "de" }],
  ["/Xx/About", { kind: "unknown" }],
  ["/english", { kind: "unknown" }],
  ["/home", { kind: "unknown" }],
  ["/xx/about", { kind: "unknown" }],
  ["/%E0%A4%A", { kind: "unknown" }],
])("readPageAddress reads %s", (path, expected) => {
  expect(readPageAddress(path)).toEqual(expected);
});

describe("meantAddress", () => {
  const closing =
    '. , ) ] ; ! … > " ). %2C %29 %5D %3B %21 %3F %22 %3E %E2%80%A6 %E2%80%9D %C2%BB %22%29%2C %0A';
  it.each(closing.split(" "))("leaves out %s at the end", (end) => {
    expect(meantAddress(`/de/signal/0f3a${end}`)?.path).toBe("/de/signal/0f3a");
    expect(meantAddress(`/fr/traders/North-Light${end}`)?.path).toBe("/fr/traders/north-light");
  });

  it.each([
    "/de/traders/north-light",
    "/de/traders",
    "/de/about.",
    "/traders/North",
    "/de/traders/North/x.",
    "/de/traders/%2F%2Fevil.example.",
    "/de/traders/a.b.",
    "/de/traders/...",
    "/de/traders/%E0%A4%A.",
  ])("is none for %s", (path) => expect(meantAddress(path)).toBeNull());
});

it.each([
  ["/", "/de"],
  ["/terms", "/de/terms"],
  ["/terms/", "/de/terms"],
  ["//signal//42/", "/de/signal/42"],
  ["/fr/", "/fr"],
  ["/fr/terms/", "/fr/terms"],
  ["/fr/terms", "/fr/terms"],
  ["/nowhere", "/nowhere"],
])("documentPath leads from %s to %s for German", (path, expected) => {
  expect(documentPath(path, "de")).toBe(expected);
});

describe("percentDecoded", () => {
  it.each([
    ["", ""],
    ["plain", "plain"],
    ["%C3%BCber%20uns", "über uns"],
  ])("decodes %j", (encoded, text) => expect(percentDecoded(encoded)).toBe(text));

  it.each(["%", "%E0%A4%A", "%ff", "%C0%AF", "%ED%A0%80"])("returns null for %j", (encoded) =>
    expect(percentDecoded(encoded)).toBeNull(),
  );
});
