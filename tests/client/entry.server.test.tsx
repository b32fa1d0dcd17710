import { renderToString } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { createPageElement, PageNotFound, preparePage, type RuntimeConfig } from "#client/entry.server.tsx";
import { readServerTexts } from "#worker/build/server-texts.ts";

const CONFIG: RuntimeConfig = {
  baseUrl: "https://site.example",
  siteOrigin: "https://site.example",
  buildId: "b",
  language: "en",
  buildCheckIntervalMs: 1,
  hasServiceWorker: true,
  hasOwnBackend: false,
  absentParts: [],
  isWitnessed: false,
  signUp: "open",
  brand: { name: "Brandname", operatorName: "", operatorAddress: "", contactEmail: "" },
};

const TEXTS = readServerTexts("en");

describe("an address that cannot be decoded", () => {
  it.each(["/en/%E0%A4%A", "/en/signal/%ff", "/%ff"])("%s is a 404 page and not logged", async (pathname) => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const prepared = await preparePage(`https://site.example${pathname}`, "en", (_keys, subject) => {
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
