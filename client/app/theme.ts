/**
 * The colours in which this device shows the site: dark for everybody at first, until somebody chooses. The style sheet goes by
 * the root's class (styles/tokens.css); the document's first script puts it there before anything is painted.
 */
import { readStored, store } from "#client/data/storage.ts";
import { THEME_KEY } from "#shared/storage-names.ts";

/** `system` is light or dark as the device is set. */
export const THEMES = ["dark", "light", "system"] as const;

export type Theme = (typeof THEMES)[number];

/** What everybody has who has chosen nothing. */
export const START_THEME = "dark" satisfies Theme;

/** In this tab at once, in the others as they notice (`followTheme`). */
export function chooseTheme(theme: Theme): void {
  store(() => window.localStorage, THEME_KEY, theme);
  showTheme(theme);
}

/** As this device keeps it. */
export function showKeptTheme(): void {
  const kept = readStored(() => window.localStorage, THEME_KEY);
  showTheme(THEMES.find((theme) => theme === kept) ?? null);
}

/** Shows what is chosen in another tab, and what was chosen since in a page to which the browser goes back. */
export function followTheme(): void {
  window.addEventListener("storage", ({ key }) => {
    // Null where all was erased.
    if (key === THEME_KEY || key === null) showKeptTheme();
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) showKeptTheme();
  });
}

/** Null where nothing was chosen. */
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
