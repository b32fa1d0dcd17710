/** One i18next instance for one language, the same on both sides. */
import { createInstance, type i18n, type Resource } from "i18next";
import type { Language } from "#shared/languages.ts";
import type { Namespace } from "./namespaces.ts";

/** Texts by namespace; a namespace may be added later with `addTexts`. */
export type LanguageTexts = Partial<Record<Namespace, object>>;

/** Ready when it returns: the texts are given, nothing is loaded. React escapes, so i18next does not. */
export function createI18n(language: Language, texts: LanguageTexts): i18n {
  const instance = createInstance();
  const resources: Resource = { [language]: { ...texts } };
  void instance.init({
    lng: language,
    fallbackLng: false,
    resources,
    defaultNS: "common",
    initAsync: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  return instance;
}
