/** All texts of one language by namespace, read from its folder, in the form that the server uses. */
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Language } from "#shared/site/languages.ts";
import type { texts } from "#shared/locales/en/texts.ts";

export function readServerTexts(language: Language): typeof texts {
  const files = globSync(`shared/locales/${language}/*.json`).sort();
  return asTexts(
    Object.fromEntries(
      files.map((file) => [basename(file, ".json"), JSON.parse(readFileSync(file, "utf8"))]),
    ),
  );
}

/** Tests check that every language has the namespaces and keys of English. */
function asTexts(byNamespace: object): typeof texts {
  return byNamespace as typeof texts;
}
