import { describe, expect, it } from "vitest";
import { readPageAddress } from "#worker/gateway/pages/page-address.ts";

describe("readPageAddress", () => {
  it.each([
    ["/", { kind: "root" }],
    ["/de", { kind: "document", language: "de" }],
    ["/de/signal", { kind: "document", language: "de" }],
    ["/de/no-such-page", { kind: "document", language: "de" }],
    ["/de/", { kind: "moved", path: "/de" }],
    ["/de/signal//", { kind: "moved", path: "/de/signal" }],
    ["/fr/signal/_payload.json", { kind: "payload", language: "fr", path: "/fr/signal" }],
    ["/fr/_payload.json", { kind: "payload", language: "fr", path: "/fr" }],
    ["/login", { kind: "bare", rest: "/login" }],
    ["/login/", { kind: "bare", rest: "/login" }],
    ["/signal/42", { kind: "bare", rest: "/signal/42" }],
    ["/assets/entry-abc", { kind: "file" }],
    ["/builds/meta/x", { kind: "file" }],
    ["/favicon.ico", { kind: "file" }],
    ["/de/app.js", { kind: "file" }],
    ["/DE/about", { kind: "unknown" }],
    ["/home", { kind: "unknown" }],
    ["/xx/about", { kind: "unknown" }],
    ["//de", { kind: "unknown" }],
    ["/%E0%A4%A", { kind: "unknown" }],
  ])("reads %s", (path, expected) => {
    expect(readPageAddress(path)).toEqual(expected);
  });
});
