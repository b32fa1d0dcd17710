/** Which texts exist; the English ones say so. */
import type { Page } from "#shared/routes.ts";
import type { texts } from "#shared/locales/en/texts.ts";

export type Texts = typeof texts;
export type Namespace = keyof Texts;

/** What a page needs beside the shell's. */
export function pageNamespaces(page: Page): readonly Namespace[] {
  return [page, ...(EXTRA_NAMESPACES[page] ?? [])];
}

const EXTRA_NAMESPACES: Partial<Record<Page, readonly Namespace[]>> = {
  admin: ["live", "messages", "publish", "queue", "webhooks"],
  home: ["live"],
  profile: ["live", "notifications"],
  signal: ["filters", "live"],
  traders: ["filters", "live"],
};

/** What every page needs beside its own namespace. */
export const SHELL_NAMESPACES = [
  "common",
  "passkey",
  "session",
  "shell",
] as const satisfies readonly Namespace[];
