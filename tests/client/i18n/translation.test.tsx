import * as reactI18next from "react-i18next";
import { useState } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { createI18n } from "#client/i18n/create-i18n.ts";
import { TranslationProvider, useTranslation } from "#client/i18n/translation.tsx";

type Hook = typeof useTranslation;

const instance = createI18n("de", {
  common: { close: "Schließen", outcome: { won: "gewonnen" } },
  live: { held_one: "{{count}} neues Signal", held_other: "{{count}} neue Signale", shown: "Gezeigt" },
});

/** What a component can see of its texts. */
function said(useTexts: Hook): string {
  function Shown() {
    const { t, i18n } = useTexts("common");
    const { t: ofTwo } = useTexts(["live", "common"]);
    return JSON.stringify([
      i18n.language,
      t("close"),
      t("outcome.won"),
      t("outcome.open"),
      ofTwo("live:mode.live"),
      ofTwo("held", { count: 1 }),
      ofTwo("held", { count: 3 }),
      ofTwo("common:close"),
      (ofTwo as (key: string) => string)("close"),
    ]);
  }

  return renderToString(
    <reactI18next.I18nextProvider i18n={instance}>
      <TranslationProvider i18n={instance}>
        <Shown />
      </TranslationProvider>
    </reactI18next.I18nextProvider>,
  );
}

describe("useTranslation", () => {
  it("says what react-i18next's hook says", () => {
    const own = said(useTranslation);
    expect(own).toContain("3 neue Signale");
    expect(own).toContain("outcome.open");
    expect(own).toBe(said(reactI18next.useTranslation as Hook));
  });

  it("is the same `t` at each rendering", () => {
    const seen = new Set<unknown>();
    function Shown() {
      const [times, setTimes] = useState(0);
      if (times < 2) setTimes(times + 1);
      seen.add(useTranslation("common").t);
      return times;
    }
    const html = renderToString(
      <TranslationProvider i18n={instance}>
        <Shown />
      </TranslationProvider>,
    );
    expect(html).toBe("2");
    expect(seen.size).toBe(1);
  });

  it("needs its provider", () => {
    const Alone = () => useTranslation("common").t("close");
    expect(() => renderToString(<Alone />)).toThrow("No TranslationProvider");
  });
});
