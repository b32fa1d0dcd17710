import { describe, expect, it } from "vitest";
import { createI18n } from "#client/i18n/create-i18n.ts";

const texts = {
  common: { close: "Close" },
  live: { held_one: "{{count}} signal", held_other: "{{count}} signals" },
};

describe("a language's i18next instance", () => {
  it("has its texts at once, with plurals, and inserts values without escaping", () => {
    const i18n = createI18n("en", texts);
    expect(i18n.getFixedT("en", "common")("close")).toBe("Close");
    const t = i18n.getFixedT("en", "live");
    expect([1, 2, 1].map((count) => t("held", { count }))).toEqual(["1 signal", "2 signals", "1 signal"]);
    const name = createI18n("en", { common: { named: "For {{name}}" } }).getFixedT("en", "common");
    expect((name as (key: string, values: object) => unknown)("named", { name: "A & <B>" })).toBe(
      "For A & <B>",
    );
  });

  it("finds texts that are added after they were asked for", () => {
    const i18n = createI18n("en", texts);
    const t = i18n.getFixedT("en", "shell");
    expect(t("skip")).toBe("skip");
    i18n.addResourceBundle("en", "shell", { skip: "Skip to content" });
    expect(t("skip")).toBe("Skip to content");
  });
});
