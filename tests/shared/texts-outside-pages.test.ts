import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { LANGUAGES } from "#shared/site/languages.ts";
import { TEXTS_OUTSIDE_PAGES, textsOutsidePages } from "#worker/commands/language/add-language.ts";

it("the generated imports of texts outside pages are up to date for every language", () => {
  expect(readFileSync(TEXTS_OUTSIDE_PAGES, "utf8")).toBe(textsOutsidePages(LANGUAGES));
});
