/** `npm run language`: adds a language, and what its translators need. */
import { isLanguage, LANGUAGE_FACTS, LANGUAGES } from "#shared/site/languages.ts";
import { wordsOfError } from "../error-words.ts";
import { readArguments, refuseArguments } from "../read-arguments.ts";
import { addLanguage, describeLanguage } from "./add-language.ts";
import { exportTexts, importTexts } from "./exchange-texts.ts";
import { missingTexts } from "./missing-texts.ts";

const HELP = `npm run language -- add TAG | missing [CODE] | export DIR | import DIR
  add       adds a language; its texts are English until they are translated
  missing   lists untranslated texts with the English ones; fails if there are any
  export    writes the texts for translators into a folder
  import    reads them back
Example: npm run language -- add pt`;

const { positionals } = readArguments(HELP, { allowPositionals: true });
const [command, operand, ...more] = positionals;
if (more.length > 0) refuseArguments(HELP, `Unexpected argument "${more[0]}".`);
try {
  if (command === "missing") sayMissing(operand);
  else if (command === "add") await add(operand ?? refuseArguments(HELP, "Name a language."));
  else if (command === "export") exportInto(operand ?? refuseArguments(HELP, "Name a folder."));
  else if (command === "import") await importFrom(operand ?? refuseArguments(HELP, "Name a folder."));
  else refuseArguments(HELP, command === undefined ? "Name a command." : `Unknown command "${command}".`);
} catch (error) {
  console.error(wordsOfError(error));
  process.exitCode = 1;
}

async function add(asked: string): Promise<void> {
  const language = describeLanguage(asked);
  await addLanguage(language);
  const { code, tag, name, direction } = language;
  console.log(
    [
      `The site now has ${name} at /${code} (${tag}, ${direction}); its texts are English until they are translated:`,
      `  npm run language -- missing ${code}    lists what to translate`,
      `  npm run language -- export DIR    for Weblate or Crowdin; import DIR reads it back`,
      `  npm run pictures    once it is translated: draws previews and screenshots`,
      `  npx vitest run tests/architecture/openapi.test.ts -u    updates the API's description`,
      "npm start and npm run deploy apply its migration.",
    ].join("\n"),
  );
}

function exportInto(folder: string): void {
  exportTexts(folder);
  console.log(`The texts of ${LANGUAGES.join(", ")} are in ${folder}.`);
}

async function importFrom(folder: string): Promise<void> {
  const files = await importTexts(folder);
  console.log(files.length === 0 ? "Nothing has changed." : `Changed:\n${files.join("\n")}`);
}

function sayMissing(asked: string | undefined): void {
  if (asked !== undefined && !isLanguage(asked)) throw new Error(`The site does not have ${asked}.`);
  for (const code of asked === undefined ? LANGUAGES : [asked]) {
    const missing = missingTexts(code, LANGUAGE_FACTS[code].tag);
    for (const { namespace, path, english } of missing)
      console.log(`${code} ${namespace}:${path}  ${english}`);
    console.error(`${code}: ${missing.length === 0 ? "nothing is missing" : `${missing.length} missing`}`);
    if (missing.length > 0) process.exitCode = 1;
  }
}
