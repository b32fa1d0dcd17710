/** What notifications say, in each language. */
import type { Language } from "#shared/languages.ts";
import de from "./de/push.json" with { type: "json" };
import en from "./en/push.json" with { type: "json" };
import es from "./es/push.json" with { type: "json" };
import fr from "./fr/push.json" with { type: "json" };
import italian from "./it/push.json" with { type: "json" };

export const PUSH_TEXTS: Readonly<Record<Language, typeof en>> = { en, de, fr, it: italian, es };
