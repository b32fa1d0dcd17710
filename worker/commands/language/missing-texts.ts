/** Which texts of a language are still to be translated: those it lacks, and those it has in English. */
import { inForms, type Leaves, leavesOf, namespacesOf, readTexts } from "./text-files.ts";
import { SAME_AS_ENGLISH } from "./same-as-english.ts";

export interface MissingText {
  readonly namespace: string;
  /** Dotted path within the namespace. */
  readonly path: string;
  readonly english: string;
}

export function missingTexts(language: string, locale: string): readonly MissingText[] {
  const own = new Set(namespacesOf(language));
  return namespacesOf("en").flatMap((namespace) => {
    const english = leavesOf(inForms(readTexts("en", namespace), locale));
    const texts: Leaves = own.has(namespace) ? leavesOf(readTexts(language, namespace)) : new Map();
    return [...english].flatMap(([path, text]) =>
      isTranslated(language, texts.get(path), text) ? [] : [{ namespace, path, english: text }],
    );
  });
}

/** English itself counts as translated. */
export function isTranslated(language: string, text: string | undefined, english: string): boolean {
  if (text === undefined || text === "") return false;
  return language === "en" || text !== english || !hasWords(text) || isShared(text, language);
}

function hasWords(text: string): boolean {
  return /\p{L}{2}/u.test(text.replaceAll(/\{\{.*?\}\}|<.*?>/g, ""));
}

function isShared(text: string, language: string): boolean {
  return SAME_AS_ENGLISH.some(
    (shared) => shared.text === text && shared.languages.split(" ").includes(language),
  );
}
