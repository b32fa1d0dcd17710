/**
 * Exports texts for translators and imports them again: `DIR/{language}/{namespace}.json`, in i18next JSON v4, as Weblate
 * ("i18next JSON file v4") and Crowdin read and write it.
 */
import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isLanguage, LANGUAGE_FACTS, LANGUAGES, type Language } from "#shared/site/languages.ts";
import { isTranslated } from "./missing-texts.ts";
import { differences, hasClosedMarks } from "./text-problems.ts";
import {
  inForms,
  LOCALES,
  type Leaves,
  leavesOf,
  mapTexts,
  namespacesOf,
  pluralBase,
  readTexts,
  type Texts,
  writeJson,
  writeTexts,
} from "./text-files.ts";

/** Untranslated texts are left out, so that translators see them as missing. */
export function exportTexts(folder: string): void {
  for (const language of LANGUAGES) {
    for (const namespace of namespacesOf(language)) {
      const english = leavesOf(expectedTexts(language, namespace));
      const translated = mapTexts(readTexts(language, namespace), (path, text) =>
        isTranslated(language, text, english.get(path) ?? "") ? text : undefined,
      );
      writeJson(join(folder, language, `${namespace}.json`), translated);
    }
  }
}

/**
 * The files that it has changed. Throws a list of all problems without any change. A text that is missing or empty stays as
 * it was.
 */
export async function importTexts(folder: string): Promise<readonly string[]> {
  const files = globSync(join(folder, "*", "*.json")).sort();
  if (files.length === 0) throw new Error(`${folder} has no files like ${join("en", "common.json")}.`);
  const problems: string[] = [];
  const changed = new Map<string, Texts>();
  for (const file of files) {
    const [language, namespace] = [basename(dirname(file)), basename(file, ".json")];
    const refuse = (problem: string) => problems.push(`${language}/${namespace}.json: ${problem}`);
    if (!isLanguage(language))
      refuse(`the site does not have ${language}; run npm run language -- add ${language}`);
    else if (!namespacesOf("en").includes(namespace)) refuse("English has no such file");
    else {
      const imported = readLeaves(file, refuse);
      importProblems(language, namespace, imported).forEach(refuse);
      const before = namespacesOf(language).includes(namespace) ? readTexts(language, namespace) : {};
      const after = withTexts(expectedTexts(language, namespace), leavesOf(before), imported);
      if (!isSame(leavesOf(before), leavesOf(after)))
        changed.set(`${LOCALES}/${language}/${namespace}.json`, after);
    }
  }
  if (problems.length > 0) throw new Error(problems.join("\n"));
  await writeTexts(changed);
  return [...changed.keys()];
}

function expectedTexts(language: Language, namespace: string): Texts {
  return inForms(readTexts("en", namespace), LANGUAGE_FACTS[language].tag);
}

function readLeaves(file: string, refuse: (problem: string) => void): Leaves {
  try {
    const leaves = leavesOf(JSON.parse(readFileSync(file, "utf8")));
    return new Map([...leaves].filter(([, text]) => text !== ""));
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error));
    return new Map();
  }
}

function importProblems(language: Language, namespace: string, imported: Leaves): string[] {
  const expected = leavesOf(expectedTexts(language, namespace));
  return [
    ...[...imported.keys()].flatMap((path) => {
      if (expected.has(path)) return [];
      const isForm = pluralBase(path, expected) !== null;
      return isForm ? `${path} is a plural form that ${language} does not have` : `${path} is not in English`;
    }),
    ...differences(expected, imported),
    ...[...imported].flatMap(([path, text]) =>
      hasClosedMarks(text) ? [] : `${path} has a mark that does not close`,
    ),
  ];
}

/** In the order of the English texts. */
function withTexts(expected: Texts, before: Leaves, imported: Leaves): Texts {
  return mapTexts(expected, (path) => imported.get(path) ?? before.get(path));
}

function isSame(one: Leaves, other: Leaves): boolean {
  return one.size === other.size && [...one].every(([path, text]) => other.get(path) === text);
}
