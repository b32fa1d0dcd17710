import { createInstance } from "i18next";
import { describe, expect, it, vi } from "vitest";
import { createI18n } from "#client/i18n/create-i18n.ts";
import type { Namespace } from "#client/i18n/namespaces.ts";
import { LANGUAGES } from "#shared/languages.ts";
import { readServerTexts } from "#worker/local/server-texts.ts";

const texts = {
  common: { close: "Close" },
  live: { held_one: "{{count}} signal", held_other: "{{count}} signals" },
};

describe("a language's i18next instance", () => {
  it("looks a text without values up once", () => {
    const i18n = createI18n("en", texts);
    const lookUp = vi.spyOn(i18n, "getResource");
    for (let render = 0; render < 3; render += 1)
      expect(i18n.getFixedT("en", "common")("close")).toBe("Close");
    expect(lookUp).toHaveBeenCalledTimes(1);
  });

  it.each(LANGUAGES)("says every text of %s as i18next alone does", (language) => {
    const all = readServerTexts(language);
    const alone = createInstance();
    void alone.init({
      lng: language,
      resources: { [language]: all },
      initAsync: false,
      interpolation: { escapeValue: false },
    });
    const i18n = createI18n(language, all);
    let count = 0;
    for (const [namespace, texts] of Object.entries(all) as [Namespace, object][]) {
      const [own, others, elsewhere] = [
        i18n.getFixedT(language, namespace),
        alone.getFixedT(language, namespace),
        i18n.getFixedT(null, "common"),
      ] as unknown as ((key: string) => unknown)[];
      for (const key of keysOf(texts)) {
        count += 1;
        const said = others?.(key);
        expect(own?.(key), key).toBe(said);
        expect(elsewhere?.(`${namespace}:${key}`), key).toBe(said);
      }
    }
    expect(count).toBeGreaterThan(500);
  });

  it("leaves to i18next what is more than a text", () => {
    const i18n = createI18n("en", { common: { whole: "All of $t(part)", part: "it", group: { one: "1" } } });
    const t = i18n.getFixedT("en", "common") as (key: string) => unknown;
    expect(t("whole")).toBe("All of it");
    expect(t("group")).toBe("group");
    expect(t("live:a:b")).toBe("a.b");
    const inGroup = i18n.getFixedT("en", "common", "group" as never) as (key: string) => unknown;
    expect(inGroup("one")).toBe("1");
    expect((i18n.getFixedT("de", "common") as (key: string) => unknown)("part")).toBe("part");
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

/** Paths of all texts in an object of texts. */
function keysOf(texts: object): string[] {
  return Object.entries(texts).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "object" && value !== null ? keysOf(value).map((key) => `${name}.${key}`) : [name],
  );
}
