/** The texts in shared/locales for tools: files of i18next JSON v4, one per namespace, and their texts by path. */
import { execFile } from "node:child_process";
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { promisify } from "node:util";

export const LOCALES = "shared/locales";

export interface Texts {
  readonly [key: string]: string | readonly string[] | Texts;
}

/** Text by dotted path; array items by index; an empty object or list is an empty text. */
export type Leaves = ReadonlyMap<string, string>;

/** Throws if they contain anything but texts. */
export function leavesOf(texts: unknown, prefix = ""): Leaves {
  const leaves = new Map<string, string>();
  if (typeof texts !== "object" || texts === null) throw new Error("is not an object of texts");
  for (const [key, value] of Object.entries(texts)) {
    const path = prefix + key;
    if (typeof value === "string") leaves.set(path, value);
    else if (typeof value !== "object" || value === null) throw new Error(`${path} is not a text`);
    // i18next's types recurse without end on an empty list.
    else if (Object.keys(value).length === 0) leaves.set(path, "");
    else for (const [inner, text] of leavesOf(value, `${path}.`)) leaves.set(inner, text);
  }
  return leaves;
}

const PLURAL = /^(.+)_(?:zero|one|two|few|many|other)$/;

/** `left` for `left_one`, if `left_other` is among the leaves; null for anything that is not a plural form. */
export function pluralBase(path: string, leaves: Leaves): string | null {
  const base = PLURAL.exec(path)?.[1];
  return base !== undefined && leaves.has(`${base}_other`) ? base : null;
}

/** What `Intl` calls the plural forms of a language, in i18next's order. */
export function pluralForms(locale: string): readonly string[] {
  const forms: readonly string[] = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  return ["zero", "one", "two", "few", "many", "other"].filter((form) => forms.includes(form));
}

/** The English texts with the plural forms of another language: the keys that this language must have. */
export function inForms(english: Texts, locale: string): Texts {
  const forms = pluralForms(locale);
  return Object.fromEntries(
    Object.entries(english).flatMap(([key, value]): [string, Texts[string]][] => {
      if (typeof value !== "string") return [[key, isList(value) ? value : inForms(value, locale)]];
      const base = PLURAL.exec(key)?.[1];
      const other = english[`${base}_other`];
      if (base === undefined || typeof other !== "string") return [[key, value]];
      if (key !== `${base}_other`) return [];
      return forms.map((form) => [`${base}_${form}`, english[`${base}_${form}`] ?? other]);
    }),
  );
}

/** The same shape with other texts; keys without a text are left out, a list only if none of its items has one. */
export function mapTexts(
  texts: Texts,
  textOf: (path: string, text: string) => string | undefined,
  prefix = "",
): Texts {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, value]): [string, Texts[string]][] => {
      const path = prefix + key;
      if (typeof value === "string") {
        const text = textOf(path, value);
        return text === undefined ? [] : [[key, text]];
      }
      if (isList(value)) {
        const items = value.map((text, index) => textOf(`${path}.${index}`, text));
        return items.every((item) => item === undefined)
          ? []
          : [[key, items.map((item, index) => item ?? value[index] ?? "")]];
      }
      const inner = mapTexts(value, textOf, `${path}.`);
      return Object.keys(inner).length === 0 ? [] : [[key, inner]];
    }),
  );
}

function isList(value: readonly string[] | Texts): value is readonly string[] {
  return Array.isArray(value);
}

export function namespacesOf(language: string): readonly string[] {
  return globSync(`${LOCALES}/${language}/*.json`)
    .map((file) => basename(file, ".json"))
    .sort();
}

export function readTexts(language: string, namespace: string): Texts {
  const texts: Texts = JSON.parse(readFileSync(`${LOCALES}/${language}/${namespace}.json`, "utf8"));
  return texts;
}

/** Formatted with oxfmt. */
export async function writeTexts(files: ReadonlyMap<string, Texts>): Promise<void> {
  for (const [file, texts] of files) writeJson(file, texts);
  if (files.size > 0) await runTool("oxfmt/bin/oxfmt", ...files.keys());
}

export function writeJson(file: string, texts: Texts): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(texts, null, 2)}\n`);
}

/**
 * Runs a command of one of this project's packages, without a shell: `script` below `node_modules`; rejects with its output
 * if it fails.
 */
export async function runTool(script: string, ...args: readonly string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [`node_modules/${script}`, ...args]);
}
