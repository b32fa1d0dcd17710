import { renderToString } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import {
  createPageElement,
  withholdParts,
  PageNotFound,
  preparePage,
  type RuntimeConfig,
} from "#client/entry.server.tsx";
import { readServerTexts } from "#worker/local/server-texts.ts";

const CONFIG: RuntimeConfig = {
  baseUrl: "https://site.example",
  siteOrigin: "https://site.example",
  buildId: "b",
  language: "en",
  buildCheckIntervalMs: 1,
  hasServiceWorker: true,
  hasOwnBackend: false,
  brand: { name: "Brandname", operatorName: "", operatorAddress: "", contactEmail: "" },
};

const TEXTS = readServerTexts("en");
const HEAD = { seq: 12, at: "2026-11-21T12:01:28.875Z", hash: "c0".repeat(32) };

describe("a page whose parts are held back", () => {
  async function render(hold: boolean): Promise<{ html: string; placed: string[] }> {
    const prepared = await preparePage({ pathname: "/en/about", search: "" }, "en", async () => ({
      answers: { "/api/ledger/head/": HEAD },
      refusals: {},
      failed: [],
      absent: [],
    }));
    const placed: string[] = [];
    const place = (key: string) => {
      placed.push(key);
      return { isKept: false, start: "s", end: "e" } as const;
    };
    const html = renderToString(
      createPageElement(hold ? withholdParts(prepared) : prepared, CONFIG, TEXTS, place),
    );
    return { html, placed };
  }

  it("stands without them, and nothing of it is kept for other pages", async () => {
    const whole = await render(false);
    expect(whole.html).toContain(HEAD.hash);
    expect(whole.html).not.toContain("This could not be loaded.");
    expect(whole.placed).not.toEqual([]);
    const held = await render(true);
    expect(held.html).not.toContain(HEAD.hash);
    expect(held.html.match(/This could not be loaded\./g)).toHaveLength(1);
    expect(held.placed).toEqual([]);
  });
});

describe("an address that cannot be decoded", () => {
  it.each(["/en/%E0%A4%A", "/en/signal/%ff", "/%ff"])("%s is not found, and not logged", async (pathname) => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const prepared = await preparePage({ pathname, search: "" }, "en", (_keys, subject) => {
      throw new PageNotFound(subject ?? "");
    });
    expect(prepared.status).toBe(404);
    const html = renderToString(createPageElement(prepared, CONFIG, TEXTS));
    expect(html).toContain("<header");
    expect(html).toMatch(/<h1[^>]*>Page Not Found</);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });
});
