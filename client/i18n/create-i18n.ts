/** One i18next instance for one language, the same on both sides. */
import { createInstance, type i18n } from "i18next";
import { BOUNDS } from "#shared/limits/field-bounds.ts";
import { type Language, LANGUAGE_FACTS } from "#shared/site/languages.ts";
import type { Namespace, Texts } from "./namespaces.ts";

/** Texts by namespace; a namespace may be added later with `addTexts`. */
type LanguageTexts = Partial<Record<Namespace, object>>;

/** Ready when it returns, because the texts are passed in. i18next does not escape, because React does. */
export function createI18n(language: Language, texts: LanguageTexts): i18n {
  const instance = createInstance();
  void instance.init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { ...texts } },
    defaultNS: "common",
    initAsync: false,
    interpolation: {
      defaultVariables: { bounds: BOUNDS },
      ...(LANGUAGE_FACTS[language].direction === "rtl"
        ? { escapeValue: true, escape: isolate }
        : { escapeValue: false }),
    },
    react: { useSuspense: false },
  });
  return instance;
}

/** Wraps a value in FSI and PDI (UAX #9), so that a left-to-right name, price or sign does not reorder the text beside it. */
function isolate(value: string): string {
  return `\u2068${value}\u2069`;
}

// Safe to share between requests: the language and texts of an instance never change.
const instances = new WeakMap<Texts, i18n>();

/** The server's instance, with all texts of a language; the same one for the same `texts`. */
export function serverI18n(language: Language, texts: Texts): i18n {
  const known = instances.get(texts);
  if (known) return known;
  const created = createI18n(language, texts);
  instances.set(texts, created);
  return created;
}
