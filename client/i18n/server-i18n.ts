/** The server's i18next instances: all texts, one instance a language, made when first asked for and kept. */
import type { i18n } from "i18next";
import type { Language } from "#shared/languages.ts";
import { createI18n } from "./create-i18n.ts";
import type { Texts } from "./namespaces.ts";

// Safe to share between requests: nobody changes an instance's language, and its texts never change.
const instances = new WeakMap<Texts, i18n>();

/** The same instance for the same `texts`. */
export function serverI18n(language: Language, texts: Texts): i18n {
  const known = instances.get(texts);
  if (known) return known;
  const created = createI18n(language, texts);
  instances.set(texts, created);
  return created;
}
