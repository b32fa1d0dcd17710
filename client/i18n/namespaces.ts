/** Which texts exist; the English ones say so. */
import type { texts } from "#shared/locales/en/texts.ts";

export type Texts = typeof texts;
export type Namespace = keyof Texts;

/** What every page needs beside its own namespace. */
export const SHELL_NAMESPACES = ["common", "session", "shell"] as const satisfies readonly Namespace[];
