/** One i18next instance for one language, the same on both sides. */
import { createInstance, type i18n, type Resource, type TFunction } from "i18next";
import type { Language } from "#shared/languages.ts";
import type { Namespace, Texts } from "./namespaces.ts";

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
 * A text without values is taken from where it lies, once until texts are added: i18next copies all of its options and makes the
 * key's expression anew for each, a tenth of what it takes to render a page of the record. Counts on a language that never changes.
 */
function keepPlainTexts(instance: i18n): void {
  const kept = new Map<string, TFunction>();
  // oxlint-disable-next-line typescript/unbound-method -- i18next binds it itself
  instance.getFixedT = new Proxy(instance.getFixedT, {
    apply(getFixedT, _, scope: Scope) {
      const name = JSON.stringify(scope);
      const known = kept.get(name);
      if (known) return known;
      const t = keepingTexts(instance, Reflect.apply(getFixedT, null, scope), scope);
      kept.set(name, t);
      return t;
    },
  });
}

/** Language, namespaces and more that `getFixedT` is asked for. */
type Scope = Parameters<i18n["getFixedT"]>;

function keepingTexts(instance: i18n, t: TFunction, scope: Scope): TFunction {
  const texts = new Map<string, unknown>();
  instance.store.on("added", () => texts.clear());
  return new Proxy(t, {
    apply(lookUp, _, call: unknown[]) {
      const [key] = call;
      if (typeof key !== "string" || call.length > 1) return Reflect.apply(lookUp, null, call);
      const known = texts.get(key);
      if (known !== undefined) return known;
      const text: unknown = plainText(instance, scope, key) ?? Reflect.apply(lookUp, null, call);
      texts.set(key, text);
      return text;
    },
  });
}

/** Undefined for whatever is more than a text, or names others or values in it. */
function plainText(instance: i18n, [language, namespaces, ...more]: Scope, key: string): string | undefined {
  const [path = "", namespace = [namespaces].flat()[0], ...rest] = key.split(":").reverse();
  if (!namespace || typeof language === "object" || more.length > 0 || rest.length > 0) return undefined;
  const text: unknown = instance.getResource(language ?? instance.language, namespace, path);
  return typeof text === "string" && !/\{\{|\$t\(/.test(text) ? text : undefined;
}

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
