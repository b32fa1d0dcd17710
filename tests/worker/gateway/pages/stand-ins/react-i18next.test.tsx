import * as reactI18next from "react-i18next";
import { renderToString } from "react-dom/server.edge";
import { describe, expect, it } from "vitest";
import { createI18n } from "#client/i18n/create-i18n.ts";
import { I18nextProvider, useTranslation } from "#worker/gateway/pages/stand-ins/react-i18next.ts";

type Hooks = Pick<typeof reactI18next, "I18nextProvider" | "useTranslation">;

const IN_THE_BUNDLE = { I18nextProvider, useTranslation } as unknown as Hooks;

const instance = createI18n("de", {
  common: { close: "Schließen", outcome: { won: "gewonnen" } },
  live: { held_one: "{{count}} neues Signal", held_other: "{{count}} neue Signale", shown: "Gezeigt" },
});

/** What a page can see of react-i18next while a server renders it. */
function renderWith(hooks: Hooks): string {
  function Shown() {
    const { t, i18n } = hooks.useTranslation("common");
    const { t: ofTwo } = hooks.useTranslation(["live", "common"]);
    return JSON.stringify([
      i18n.language,
      t("close"),
      t("outcome.won"),
      t("outcome.open"),
      ofTwo("live:shown"),
      ofTwo("shown"),
      ofTwo("live:held", { count: 1 }),
      ofTwo("live:held", { count: 3 }),
      ofTwo("common:close"),
    ]);
  }

  return renderToString(
    <hooks.I18nextProvider i18n={instance}>
      <Shown />
    </hooks.I18nextProvider>,
  );
}

describe("react-i18next in the worker's bundle", () => {
  it("says what react-i18next says on a server", () => {
    const said = renderWith(IN_THE_BUNDLE);
    expect(said).toContain("3 neue Signale");
    expect(said).toBe(renderWith(reactI18next));
  });

  it("needs its provider", () => {
    expect(() => renderToString(<Alone />)).toThrow("No I18nextProvider");
  });
});

function Alone() {
  useTranslation("common");
  return null;
}
