/** Pseudo-languages, by which tests check that the site can be translated. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inForms, mapTexts, type Texts, writeJson } from "#worker/commands/language/text-files.ts";

/** Placeholders, marks and code are kept. */
const KEPT = /(\{\{.*?\}\}|<code>.*?<\/code>|<[^>]*>)/;
const WORD = /\p{L}[\p{L}\p{M}’-]*/gu;
const ARABIC = "ابتثجحخدذرزسشصضطظعغفقكلمنهوي";

/** Every word in Arabic letters, about 1.3 times as long. */
export function pseudoArabic(text: string): string {
  return changeWords(text, (word) => {
    const letters = Array.from(word, (letter) => ARABIC.charAt((letter.codePointAt(0) ?? 0) % ARABIC.length));
    return letters.join("") + letters.slice(0, Math.round(word.length * 0.3)).join("");
  });
}

/** Every word with another ending. */
export function pseudoPortuguese(text: string): string {
  return changeWords(text, (word) => `${word}ão`);
}

function changeWords(text: string, change: (word: string) => string): string {
  return text
    .split(KEPT)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(WORD, change)))
    .join("");
}

/** Creates a translation of a folder with the English files: the same files with the plural forms of another language. */
export function translateFiles(
  { from, to, locale }: { readonly from: string; readonly to: string; readonly locale: string },
  change: (text: string) => string,
): void {
  for (const file of globSync("*.json", { cwd: from })) {
    const english: Texts = JSON.parse(readFileSync(join(from, file), "utf8"));
    writeJson(
      join(to, file),
      mapTexts(inForms(english, locale), (_path, text) => change(text)),
    );
  }
}
