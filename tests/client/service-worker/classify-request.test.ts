import { describe, expect, it } from "vitest";
import { classifyRequest } from "#client/service-worker/classify-request.ts";

const ORIGIN = "https://site.example";

function kind(path: string, { method = "GET", mode = "navigate" } = {}) {
  return classifyRequest({ method, mode, url: new URL(path, ORIGIN), origin: ORIGIN });
}

describe("the service worker", () => {
  it.each(["/", "/de", "/de/signal?asset=A", "/fr/traders/someone", "/en/nowhere", "/login?next=%2F"])(
    "takes %s for a page",
    (path) => expect(kind(path)).toBe("page"),
  );

  it("takes hashed files for assets however they are asked for", () => {
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
  ])("takes %s for a document that is opened, and leaves a script's fetch of it alone", (path) => {
    expect(kind(path)).toBe("document");
    expect(kind(path, { mode: "cors" })).toBe("untouched");
    expect(kind(path, { mode: "same-origin" })).toBe("untouched");
  });

  it("leaves other origins, everything but GET and all but navigations alone", () => {
    expect(kind("https://other.example/de")).toBe("untouched");
    expect(kind("/api/signals/export.csv/", { method: "POST" })).toBe("untouched");
    expect(kind("/de", { method: "POST" })).toBe("untouched");
    expect(kind("/de", { mode: "cors" })).toBe("untouched");
    expect(kind("/assets/a.js", { method: "HEAD" })).toBe("untouched");
  });
});
