import { describe, expect, it, vi } from "vitest";
import { loadPage } from "#client/app/browser/page-loader.ts";
import { createI18n } from "#client/i18n/create-i18n.ts";

function world() {
  const i18n = createI18n("de", {});
  const add = vi.spyOn(i18n, "addResourceBundle");
  return { i18n, added: () => add.mock.calls.map(([, namespace]) => namespace).sort() };
}

describe("a page's module", () => {
  it("is loaded together with its texts", async () => {
    const { i18n, added } = world();
    const { Component, dataKeys } = await loadPage(i18n, "de", "signal");
    expect(Component.name).toBe("SignalPage");
    expect(dataKeys).toBeDefined();
    expect(i18n.getFixedT("de", "signal")("heading")).toBe("Signale");
    expect(added()).toEqual(["filters", "live", "signal"]);
  });

  it("resolves without waiting for the event loop when it was loaded before", async () => {
    const { i18n, added } = world();
    const first = await loadPage(i18n, "de", "signal");
    const turn = new Promise((resolve) => setImmediate(resolve, "turn"));
    expect(await Promise.race([turn, loadPage(i18n, "de", "signal")])).toBe(first);
    expect(added()).toEqual(["filters", "live", "signal"]);
  });

  it("does not load texts again that another page has loaded", async () => {
    const { i18n, added } = world();
    await loadPage(i18n, "de", "signal");
    await loadPage(i18n, "de", "traders");
    expect(added()).toEqual(["filters", "live", "signal", "traders"]);
  });
});
