import type common from "#shared/locales/en/common.json";
import type { Language } from "#shared/site/languages.ts";

/** What every page may say in this language. */
export async function commonTexts(language: Language): Promise<typeof common> {
  const { default: texts } = await import(`../../shared/locales/${language}/common.json`);
  return texts;
}
