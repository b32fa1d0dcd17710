import { describe, expect, it } from "vitest";
import { createI18n } from "#client/i18n/create-i18n.ts";
import { serverI18n } from "#client/i18n/server-i18n.ts";
import { LANGUAGES } from "#shared/languages.ts";
import { texts } from "#shared/locales/de/texts.ts";

describe("the server's texts", () => {
  it("are those that i18next gives, the first time and from then on", () => {
    const plain = createI18n("de", texts).getFixedT(null, "home");
    const t = serverI18n("de").getFixedT(null, "home");
    for (const key of ["heading", "points.open.title", "actions.signals"] as const) {
      expect([t(key), t(key)]).toEqual([plain(key), plain(key)]);
    }
  });

  it("are those of their language and namespace", () => {
    const headings = LANGUAGES.flatMap((language) => [
      serverI18n(language).getFixedT(null, "home")("heading"),
      serverI18n(language).getFixedT(null, "terms")("heading"),
    ]);
    expect(new Set(headings).size).toBe(headings.length);
  });

  it("take each value anew", () => {
    const t = serverI18n("en").getFixedT(null, "home");
    expect(t("lead", { brand: "One" })).toContain("One");
    expect(t("lead", { brand: "Two" })).toContain("Two");
  });

  it("are asked for with the same function each time", () => {
    expect(serverI18n("en").getFixedT(null, "home")).toBe(serverI18n("en").getFixedT(null, "home"));
  });
});
