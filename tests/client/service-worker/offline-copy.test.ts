import { describe, expect, it } from "vitest";
import {
  dated,
  headerOf,
  mayCacheAsset,
  mayCachePage,
  withOfflineNotice,
} from "#client/service-worker/offline-copy.ts";

const answer = (type: string, cacheControl: string, status = 200) =>
  new Response("", { status, headers: { "Content-Type": type, "Cache-Control": cacheControl } });

describe("a page", () => {
  it.each([
    ["public, max-age=0, must-revalidate", 200, true],
    ["no-store", 200, false],
    ["private, no-cache", 200, false],
    ["public", 503, false],
    ["public", 404, false],
  ])("with %s and status %i is cached: %s", (cacheControl, status, expected) => {
    expect(mayCachePage(answer("text/html; charset=utf-8", cacheControl, status))).toBe(expected);
  });

  it("without a Cache-Control header is not cached", () => {
    expect(mayCachePage(new Response("", { headers: { "Content-Type": "text/html" } }))).toBe(false);
  });
});

it("a hashed file is cached, but not an HTML page or an error in its place", () => {
  expect(mayCacheAsset(answer("text/javascript", "public"))).toBe(true);
  expect(mayCacheAsset(answer("text/html; charset=utf-8", "public"))).toBe(false);
  expect(mayCacheAsset(answer("text/plain", "no-store", 404))).toBe(false);
});

const DOCUMENT =
  '<body><header class="site-header"><nav>\n<a href="/de" aria-current="page">Tidemark</a></nav></header><aside></aside><main id="main">$& content</main></body>';

it("a cached page says above its content that it is a copy, and keeps its status and its Content-Security-Policy", async () => {
  const kept = new Response(DOCUMENT, {
    headers: { Date: "Fri, 27 Nov 2026 18:25:00 GMT", "Content-Security-Policy": "default-src 'self'" },
  });
  const shown = await withOfflineNotice(kept, "en");
  expect(shown.status).toBe(200);
  expect(shown.headers.get("Content-Security-Policy")).toBe("default-src 'self'");
  const html = await shown.text();
  expect(html).toMatch(
    /<aside><\/aside><section id="offline-notice".*<time datetime="2026-11-27T18:25:00\.000Z">2026-11-27T18:25:00\.000Z<\/time><\/section><main id="main">\$& content/,
  );
});

it("a cached page keeps the Date of its response, or gets the device's time if there is none", () => {
  const nowMs = Date.UTC(2026, 10, 27, 18, 25);
  const said = new Response("", { headers: { Date: "Fri, 27 Nov 2026 18:00:00 GMT" } });
  expect(dated(said, nowMs).headers.get("Date")).toBe("Fri, 27 Nov 2026 18:00:00 GMT");
  const unsaid = dated(new Response("", { headers: { "Content-Language": "de" } }), nowMs);
  expect(Object.fromEntries(unsaid.headers)).toMatchObject({
    "content-language": "de",
    date: "Fri, 27 Nov 2026 18:25:00 GMT",
  });
});

it("the header is extracted from a document without marking a current page, and is empty if there is none", () => {
  expect(headerOf(DOCUMENT)).toBe(
    '<header class="site-header"><nav>\n<a href="/de">Tidemark</a></nav></header>',
  );
  expect(headerOf("<body><main></main></body>")).toBe("");
});
