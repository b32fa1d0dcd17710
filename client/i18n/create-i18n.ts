/** One i18next instance for one language, the same on both sides. */
import { createInstance, type i18n, type Resource, type TFunction } from "i18next";
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
  keepPlainTexts(instance);
  return instance;
}

/**
 * A text without values is looked up once, until texts are added: for each lookup i18next copies all of its options and makes
 * the key's expression anew, a tenth of what it takes to render a page of the record. Counts on a language that never changes.
 */
function keepPlainTexts(instance: i18n): void {
  const kept = new Map<string, TFunction>();
  // oxlint-disable-next-line typescript/unbound-method -- i18next binds it itself
  instance.getFixedT = new Proxy(instance.getFixedT, {
    apply(getFixedT, _, scope) {
      const name = JSON.stringify(scope);
      const known = kept.get(name);
      if (known) return known;
      const t = keepingTexts(Reflect.apply(getFixedT, null, scope), instance.store);
      kept.set(name, t);
      return t;
    },
  });
}

function keepingTexts(t: TFunction, store: i18n["store"]): TFunction {
  const texts = new Map<string, unknown>();
  store.on("added", () => texts.clear());
  return new Proxy(t, {
    apply(lookUp, _, call: unknown[]) {
      const [key] = call;
      if (typeof key !== "string" || call.length > 1) return Reflect.apply(lookUp, null, call);
      const known = texts.get(key);
      if (known !== undefined) return known;
      const text: unknown = Reflect.apply(lookUp, null, call);
      texts.set(key, text);
      return text;
    },
  });
}
