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
 * the key's expression anew, a tenth of what it takes to render a page of the record.
 */
function keepPlainTexts(instance: i18n): void {
  const kept = new Map<string, KeepingT>();
  const forget = () => kept.forEach(({ texts }) => texts.clear());
  instance.store.on("added", forget);
  instance.store.on("removed", forget);
  // oxlint-disable-next-line typescript/unbound-method -- i18next binds it itself
  instance.getFixedT = new Proxy(instance.getFixedT, {
    apply(getFixedT, _, scope) {
      const name = JSON.stringify(scope);
      const keeping = kept.get(name) ?? keepingT(Reflect.apply(getFixedT, null, scope));
      kept.set(name, keeping);
      return keeping.t;
    },
  });
}

interface KeepingT {
  readonly t: TFunction;
  /** What has been looked up, by key. */
  readonly texts: Map<unknown, unknown>;
}

function keepingT(t: TFunction): KeepingT {
  const texts = new Map<unknown, unknown>();
  const keeping = new Proxy(t, {
    apply(lookUp, _, call: unknown[]) {
      if (call.length > 1) return Reflect.apply(lookUp, null, call);
      const [key] = call;
      const text = texts.get(key) ?? Reflect.apply(lookUp, null, call);
      texts.set(key, text);
      return text;
    },
  });
  return { t: keeping, texts };
}
