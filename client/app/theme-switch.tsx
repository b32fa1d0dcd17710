/**
 * Chooses the colours (theme.ts). Where the device prefers light ones and nothing was chosen yet, the style sheet shows a line
 * that offers them.
 */
import { useLayoutEffect } from "react";
import { useTranslation } from "react-i18next";
import { chooseTheme, showKeptTheme, START_THEME, THEMES } from "./theme.ts";

const LABEL_ID = "theme-label";

export function ThemeSwitch() {
  const { t } = useTranslation("shell");
  // React shows the start where it makes the document anew.
  useLayoutEffect(showKeptTheme, []);
  return (
    <div className="theme-switch needs-script" role="group" aria-labelledby={LABEL_ID}>
      <span id={LABEL_ID}>{t("theme.label")}</span>
      {THEMES.map((theme) => (
        <button
          key={theme}
          className="theme-switch__theme"
          type="button"
          value={theme}
          aria-pressed={theme === START_THEME}
          onClick={() => chooseTheme(theme)}
          suppressHydrationWarning
        >
          {t(`theme.${theme}`)}
        </button>
      ))}
      <p className="theme-switch__offer">{t("theme.offer")}</p>
    </div>
  );
}
