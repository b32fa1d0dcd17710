/** The server's i18next instances: all texts, one instance a language, made when first asked for and kept. */
import type { i18n } from "i18next";
import type { Language } from "#shared/languages.ts";
import { texts as de } from "#shared/locales/de/texts.ts";
import { texts as en } from "#shared/locales/en/texts.ts";
import { texts as es } from "#shared/locales/es/texts.ts";
import { texts as fr } from "#shared/locales/fr/texts.ts";
import { texts as it } from "#shared/locales/it/texts.ts";
import { createI18n } from "./create-i18n.ts";
import type { Texts } from "./namespaces.ts";

const TEXTS: Readonly<Record<Language, Record<keyof Texts, object>>> = { en, de, fr, it, es };

// Safe to share between requests: nobody changes an instance's language, and its texts never change.
const instances = new Map<Language, i18n>();

export function serverI18n(language: Language): i18n {
  const known = instances.get(language);
  if (known) return known;
  const created = createI18n(language, TEXTS[language]);
  instances.set(language, created);
  return created;
}
