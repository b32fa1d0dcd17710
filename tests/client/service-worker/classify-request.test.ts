import { describe, expect, it } from "vitest";
import { classifyRequest } from "#client/service-worker/classify-request.ts";

const ORIGIN = "https://site.example";

function kind(path: string, { method = "GET", mode = "navigate" } = {}) {
  return classifyRequest({ method, mode, url: new URL(path, ORIGIN), origin: ORIGIN });
}

describe("the service worker", () => {
  it.each(["/", "/de", "/de/signal?asset=A", "/fr/traders/someone", "/en/nowhere", "/login?next=%2F"])(
    "classifies %s as a page",
    (path) => expect(kind(path)).toBe("page"),
  );

  it("classifies hashed files as assets in any request mode", () => {
    expect(kind("/assets/a-1.js", { mode: "cors" })).toBe("asset");
  });

  it.each([
    "/api/signals/",
    "/api/signals/export.csv/",
    "/api/ledger/export.ndjson/",
    "/api/feeds/de/signals.atom/",
    "/builds/latest.json?1",
    "/sw.js",
    "/manifest.webmanifest",
    "/robots.txt",
    "/de/signal/_payload.json",
    "/icon.svg",
    "/healthz",
  ])("classifies navigation to %s as a document, and ignores requests for it by scripts", (path) => {
    expect(kind(path)).toBe("document");
    expect(kind(path, { mode: "cors" })).toBe("untouched");
    expect(kind(path, { mode: "same-origin" })).toBe("untouched");
  });

  it("ignores other origins, methods other than GET and page requests that are not navigations", () => {
    expect(kind("https://other.example/de")).toBe("untouched");
    expect(kind("/api/signals/export.csv/", { method: "POST" })).toBe("untouched");
    expect(kind("/de", { method: "POST" })).toBe("untouched");
    expect(kind("/de", { mode: "cors" })).toBe("untouched");
    expect(kind("/assets/a.js", { method: "HEAD" })).toBe("untouched");
  });
});
