import { describe, expect, it, vi } from "vitest";
import { loadPage } from "#client/browser/page-loader.ts";
import { createI18n } from "#client/i18n/create-i18n.ts";

describe("a page's module", () => {
  const i18n = createI18n("de", {});
  const add = vi.spyOn(i18n, "addResourceBundle");

  it("comes with its texts", async () => {
    const { Component, dataKeys } = await loadPage(i18n, "de", "signal");
    expect(Component.name).toBe("SignalPage");
    expect(dataKeys).toBeDefined();
    expect(i18n.getFixedT("de", "signal")("heading")).toBe("Signale");
    expect(add.mock.calls.map(([, namespace]) => namespace).sort()).toEqual(["live", "signal"]);
  });

  it("is there without another turn of the event loop once it has been loaded", async () => {
    const first = loadPage(i18n, "de", "signal");
    const turn = new Promise((resolve) => setImmediate(resolve, "turn"));
    expect(await Promise.race([turn, first])).toBe(await loadPage(i18n, "de", "signal"));
    expect(add).not.toHaveBeenCalled();
  });

  it("asks for no texts that another page has brought", async () => {
    await loadPage(i18n, "de", "traders");
    expect(add.mock.calls.map(([, namespace]) => namespace)).toEqual(["traders"]);
  });
});
