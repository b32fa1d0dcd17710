/** Adds a language: its line, its folder with the English texts, its pictures and its migration. */
import { copyFileSync, existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { LANGUAGES } from "#shared/site/languages.ts";
import { inForms, LOCALES, namespacesOf, readTexts, runTool, writeTexts } from "./text-files.ts";

const LANGUAGES_FILE = "shared/site/languages.ts";
const END_OF_FACTS = "\n} satisfies Record<string, LanguageFacts>;";
const MIGRATIONS = "worker/api/migrations";
const PICTURES = "client/public/{social,screenshots}/en[.-]*";

export interface NewLanguage {
  /** As in a path: the language alone. */
  readonly code: string;
  /** Language and region. */
  readonly tag: string;
  /** In the language itself. */
  readonly name: string;
  readonly direction: string;
}

/**
 * For `pt` or `pt-BR`; a language alone gets the region with most speakers. Throws if it is not a BCP 47 tag of a language
 * and at most a region, or if `Intl` has no data for it.
 */
export function describeLanguage(asked: string): NewLanguage {
  const { language: code, region, baseName } = parseTag(asked);
  if (baseName !== (region ? `${code}-${region}` : code))
    throw new Error(`"${asked}" must be only a language and a region, like pt or pt-BR.`);
  const isSupported =
    Intl.DateTimeFormat.supportedLocalesOf(baseName).length > 0 &&
    Intl.NumberFormat.supportedLocalesOf(baseName).length > 0 &&
    Intl.PluralRules.supportedLocalesOf(baseName).length > 0;
  if (!isSupported) throw new Error(`Intl does not know the dates, numbers or plurals of "${asked}".`);
  const tag = `${code}-${region ?? new Intl.Locale(code).maximize().region}`;
  const locale = new Intl.Locale(tag);
  const name = new Intl.DisplayNames(tag, { type: "language" }).of(code) ?? code;
  const [first = "", ...rest] = name;
  return {
    code,
    tag,
    name: first.toLocaleUpperCase(tag) + rest.join(""),
    direction: locale.getTextInfo().direction ?? "ltr",
  };
}

function parseTag(asked: string): Intl.Locale {
  try {
    return new Intl.Locale(asked);
  } catch {
    throw new Error(`"${asked}" is not the BCP 47 tag of a language, like pt or pt-BR.`);
  }
}

/** Throws, without any change, if the site already has the language. */
export async function addLanguage({ code, tag, name, direction }: NewLanguage): Promise<void> {
  const source = readFileSync(LANGUAGES_FILE, "utf8");
  if (LANGUAGES.some((language) => language === code) || existsSync(`${LOCALES}/${code}`))
    throw new Error(`The site already has ${code}.`);
  const line = `\n  ${code}: { tag: "${tag}", name: ${JSON.stringify(name)}, direction: "${direction}" },`;
  if (!source.includes(END_OF_FACTS)) throw new Error(`${LANGUAGES_FILE} has no list to add a line to.`);
  writeFileSync(LANGUAGES_FILE, source.replace(END_OF_FACTS, line + END_OF_FACTS));
  writeFileSync(TEXTS_OUTSIDE_PAGES, textsOutsidePages([...LANGUAGES, code]));
  const files = namespacesOf("en").map(
    (namespace) =>
      [`${LOCALES}/${code}/${namespace}.json`, inForms(readTexts("en", namespace), tag)] as const,
  );
  await writeTexts(new Map(files));
  for (const picture of globSync(PICTURES))
    copyFileSync(picture, picture.replace(/\/en(?=[.-])/, `/${code}`));
  await writeMigration(code);
}

/** Sessions and accounts are not changed: a row is added to the table that their language refers to. */
async function writeMigration(code: string): Promise<void> {
  await runTool("drizzle-kit/bin.cjs", "generate", "--custom", "--name", `speak_${code}`);
  const file = globSync(`${MIGRATIONS}/*_speak_${code}.sql`).sort().at(-1);
  if (file === undefined) throw new Error("drizzle-kit wrote no migration.");
  writeFileSync(file, `INSERT INTO \`languages\` (\`code\`) VALUES ('${code}');\n`);
}

export const TEXTS_OUTSIDE_PAGES = `${LOCALES}/texts-outside-pages.ts`;

const OUTSIDE_PAGES = [
  { namespace: "feeds", table: "FEED_TEXTS" },
  { namespace: "offline", table: "OFFLINE_TEXTS" },
  { namespace: "push", table: "PUSH_TEXTS" },
] as const;

/** A module that imports the texts used outside pages in these languages. */
export function textsOutsidePages(codes: readonly string[]): string {
  const nameOf = (code: string, namespace: string) =>
    code + namespace.charAt(0).toUpperCase() + namespace.slice(1);
  const imports = OUTSIDE_PAGES.flatMap(({ namespace }) =>
    codes.map(
      (code) => `import ${nameOf(code, namespace)} from "./${code}/${namespace}.json" with { type: "json" };`,
    ),
  );
  const tables = OUTSIDE_PAGES.map(({ namespace, table }) => {
    const lines = codes.map((code) => `  ${code}: ${nameOf(code, namespace)},`);
    return `export const ${table}: Readonly<Record<Language, typeof ${nameOf("en", namespace)}>> = {\n${lines.join("\n")}\n};`;
  });
  return [
    "/** What feeds, the offline page and notifications say, in each language. Written by `npm run language -- add`. */",
    'import type { Language } from "#shared/site/languages.ts";',
    ...imports,
    "",
    tables.join("\n\n"),
    "",
  ].join("\n");
}
