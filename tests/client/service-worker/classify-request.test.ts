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
    "/api/auth/me/",
    "/api/signals/",
    "/builds/latest.json?1",
    "/sw.js",
    "/manifest.webmanifest",
    "/de/signal/_payload.json",
    "/icon.svg",
    "https://other.example/de",
  ])("leaves %s alone, even as a navigation", (path) => {
    expect(kind(path)).toBe("untouched");
  });

  it("leaves everything but GET and navigations alone", () => {
    expect(kind("/de", { method: "POST" })).toBe("untouched");
    expect(kind("/de", { mode: "cors" })).toBe("untouched");
    expect(kind("/assets/a.js", { method: "HEAD" })).toBe("untouched");
  });
});
