import { renderToString } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { createPageElement, PageNotFound, preparePage, type RuntimeConfig } from "#client/entry.server.tsx";
import { BRAND, CONFIG as SITE } from "#tests/client/in-language.tsx";
import { readServerTexts } from "#worker/build/server-texts.ts";

const CONFIG: RuntimeConfig = { ...SITE, brand: BRAND, language: "en" };

const TEXTS = readServerTexts("en");

it.each(["/en/%E0%A4%A", "/en/signal/%ff", "/%ff"])(
  "the address %s, which cannot be decoded, is a 404 page and not logged",
  async (pathname) => {
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
  },
);
