/** What the feeds say, in each language. */
import type { Language } from "#shared/languages.ts";
import de from "./de/feeds.json" with { type: "json" };
import en from "./en/feeds.json" with { type: "json" };
import es from "./es/feeds.json" with { type: "json" };
import fr from "./fr/feeds.json" with { type: "json" };
import italian from "./it/feeds.json" with { type: "json" };

export const FEED_TEXTS: Readonly<Record<Language, typeof en>> = { en, de, fr, it: italian, es };
