import { describe, expect, it } from "vitest";
import { createI18n } from "#client/i18n/create-i18n.ts";

const texts = {
  common: { close: "Close" },
  live: { held_one: "{{count}} signal", held_other: "{{count}} signals" },
};

describe("a language's i18next instance", () => {
  it("looks a text without values up once", () => {
    const i18n = createI18n("en", texts);
    const lookUps: unknown[] = [];
    const { t: lookUp } = i18n;
    i18n.t = new Proxy(lookUp, {
      apply(target, self, call: Parameters<typeof lookUp>) {
        lookUps.push(call[0]);
        return Reflect.apply(target, self, call);
      },
    });
    for (let render = 0; render < 3; render += 1)
      expect(i18n.getFixedT("en", "common")("close")).toBe("Close");
    expect(lookUps).toEqual(["close"]);
  });

  it("writes each value anew", () => {
    const t = createI18n("en", texts).getFixedT("en", "live");
    expect([1, 2, 1].map((count) => t("held", { count }))).toEqual(["1 signal", "2 signals", "1 signal"]);
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
});
