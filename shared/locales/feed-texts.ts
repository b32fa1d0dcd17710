/** What the feeds say, in each language. */
import type { Language } from "#shared/languages.ts";
import de from "./de/feeds.json";
import en from "./en/feeds.json";
import es from "./es/feeds.json";
import fr from "./fr/feeds.json";
import italian from "./it/feeds.json";

export const FEED_TEXTS: Readonly<Record<Language, typeof en>> = { en, de, fr, it: italian, es };
