/**
 * Chooses the colours (theme.ts). If the device prefers light colours and nothing was chosen yet, the style sheet shows a line
 * that offers them.
 */
import { useLayoutEffect } from "react";
import { useTranslation } from "react-i18next";
import { chooseTheme, showKeptTheme, START_THEME, THEMES } from "./theme.ts";

const LABEL_ID = "theme-label";

export function ThemeSwitch() {
  const { t } = useTranslation("shell");
  // The start theme is rendered only when React renders the whole document on the client.
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
