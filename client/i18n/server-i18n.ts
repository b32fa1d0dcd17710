/** The server's i18next instances: all texts, one instance a language, made when first asked for and kept. */
import type { i18n, TFunction } from "i18next";
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
  rememberTexts(created);
  instances.set(language, created);
  return created;
}

/**
 * Looks each text up once: a page asks for dozens, and i18next works each of them out anew. Only texts without values are
 * remembered, of which there are as many as keys; a key without a text is asked for each time.
 */
function rememberTexts(instance: i18n): void {
  const byNamespace = new Map<string, TFunction>();
  instance.getFixedT = new Proxy(instance.getFixedT, {
    apply(getFixedT, _self, args) {
      const key = JSON.stringify(args);
      const known = byNamespace.get(key);
      if (known) return known;
      const remembering = rememberTextsOf(Reflect.apply(getFixedT, instance, args));
      byNamespace.set(key, remembering);
      return remembering;
    },
  });
}

function rememberTextsOf(t: TFunction): TFunction {
  const texts = new Map<string, string>();
  return new Proxy(t, {
    apply(target, self, args: unknown[]) {
      const [key] = args;
      if (args.length !== 1 || typeof key !== "string") return Reflect.apply(target, self, args);
      const known = texts.get(key);
      if (known !== undefined) return known;
      const text: unknown = Reflect.apply(target, self, args);
      if (typeof text === "string" && !key.endsWith(text)) texts.set(key, text);
      return text;
    },
  });
}
