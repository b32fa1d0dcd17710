/** Namespaces of the texts and their types; the English files define them. */
import type { Page } from "#shared/site/routes.ts";
import type { texts } from "#shared/locales/en/texts.ts";

export type Texts = typeof texts;
export type Namespace = keyof Texts;

/** Namespaces that a page needs besides the shell's. */
export function pageNamespaces(page: Page): readonly Namespace[] {
  return [page, ...(EXTRA_NAMESPACES[page] ?? [])];
}

const EXTRA_NAMESPACES: Partial<Record<Page, readonly Namespace[]>> = {
  about: ["live"],
  admin: ["filters", "live", "messages", "publish", "queue", "vitals", "webhooks"],
  home: ["live"],
  profile: ["live", "notifications"],
  signal: ["filters", "live"],
  traders: ["filters", "live"],
  watch: ["live"],
};

/** Namespaces that every page needs besides its own. */
export const SHELL_NAMESPACES = [
  "common",
  "passkey",
  "session",
  "shell",
] as const satisfies readonly Namespace[];
