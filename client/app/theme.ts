/**
 * The colour theme of this device: dark until the visitor chooses. The style sheet uses the root's class (styles/tokens.css),
 * which the document's first script sets before the first paint.
 */
import { readStored, store } from "#client/data/storage.ts";
import { THEME_KEY } from "#shared/site/storage-names.ts";

/** `system` follows the device's setting. */
export const THEMES = ["dark", "light", "system"] as const;

export type Theme = (typeof THEMES)[number];

/** The theme of a visitor who has chosen none. */
export const START_THEME = "dark" satisfies Theme;

/** Applies at once in this tab; other tabs follow by `followTheme`. */
export function chooseTheme(theme: Theme): void {
  store(() => window.localStorage, THEME_KEY, theme);
  showTheme(theme);
}

/** Applies the theme stored on this device. */
export function showKeptTheme(): void {
  const kept = readStored(() => window.localStorage, THEME_KEY);
  showTheme(THEMES.find((theme) => theme === kept) ?? null);
}

/** Follows a choice made in another tab, and one made while this page was in the back/forward cache. */
export function followTheme(): void {
  window.addEventListener("storage", ({ key }) => {
    // `key` is null when the whole storage was cleared.
    if (key === THEME_KEY || key === null) showKeptTheme();
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) showKeptTheme();
  });
}

/** Null if nothing was chosen. */
function showTheme(theme: Theme | null): void {
  const root = document.documentElement;
  const shown = theme ?? START_THEME;
  root.className = shown;
  root.dataset["theme"] = theme ?? "";
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    const scheme = meta.dataset["scheme"];
    if (shown === "system") meta.media = `(prefers-color-scheme: ${scheme})`;
    else meta.media = scheme === shown ? "all" : "not all";
  }
  for (const button of document.querySelectorAll<HTMLButtonElement>(".theme-switch button")) {
    button.ariaPressed = String(button.value === shown);
  }
}
