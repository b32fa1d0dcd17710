/** One i18next instance for one language, the same on both sides. */
import { createInstance, type i18n } from "i18next";
import { BOUNDS } from "#shared/field-bounds.ts";
import { type Language, LANGUAGE_FACTS } from "#shared/languages.ts";
import type { Namespace, Texts } from "./namespaces.ts";

/** Texts by namespace; a namespace may be added later with `addTexts`. */
type LanguageTexts = Partial<Record<Namespace, object>>;

/** Ready when it returns: the texts are given, nothing is loaded. React escapes, so i18next does not. */
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

/** Between FSI and PDI (UAX #9): a name, a price or a sign that is read from the left takes nothing beside it along. */
function isolate(value: string): string {
  return `\u2068${value}\u2069`;
}

// Safe to share between requests: nobody changes an instance's language, and its texts never change.
const instances = new WeakMap<Texts, i18n>();

/** The same instance for the same `texts`, with all texts of a language: the server's. */
export function serverI18n(language: Language, texts: Texts): i18n {
  const known = instances.get(texts);
  if (known) return known;
  const created = createI18n(language, texts);
  instances.set(texts, created);
  return created;
}
