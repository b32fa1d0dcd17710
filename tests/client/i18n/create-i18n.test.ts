import { describe, expect, it } from "vitest";
import { createI18n, serverI18n } from "#client/i18n/create-i18n.ts";
import { readServerTexts } from "#worker/build/server-texts.ts";

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

  it("keeps the namespaces apart", () => {
    const i18n = createI18n("en", { common: { heading: "One" }, live: { heading: "Another" } });
    const inNamespace = (name: "common" | "live") => i18n.getFixedT("en", name)("heading");
    expect([inNamespace("common"), inNamespace("live")]).toEqual(["One", "Another"]);
  });

  it("finds texts that are added after they were asked for", () => {
    const i18n = createI18n("en", texts);
    const t = i18n.getFixedT("en", "shell");
    expect(t("skip")).toBe("skip");
    i18n.addResourceBundle("en", "shell", { skip: "Skip to content" });
    expect(t("skip")).toBe("Skip to content");
  });

  it("is made once for the server's texts", () => {
    const all = readServerTexts("de");
    expect(serverI18n("de", all)).toBe(serverI18n("de", all));
  });
});
