/** Tells whether the pictures in `client/public` were drawn from the current brand and texts. */
import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import * as v from "valibot";
import { LANGUAGES, type Language } from "#shared/site/languages.ts";
import { textForSite } from "#shared/site/site-parts.ts";

/** Written by `npm run pictures`, once all are drawn. */
const FILE = "tests/support/pictures.json";

const Drawn = v.object({ brand: v.string() });

const Home = v.object({ heading: v.string(), meta: v.object({ description: v.string() }) });

/** What the picture of a link preview says. */
export function previewTexts(language: Language): { readonly heading: string; readonly description: string } {
  const { heading, meta } = v.parse(
    Home,
    JSON.parse(readFileSync(`shared/locales/${language}/home.json`, "utf8")),
  );
  return { heading, description: textForSite(meta.description, []) };
}

/** SHA-256 of all files that an operator edits or replaces, and of the texts of the previews. */
export function brandDigest(): string {
  const hash = createHash("sha256").update(JSON.stringify(LANGUAGES.map(previewTexts)));
  for (const file of globSync("client/brand/*").sort()) {
    if (!file.endsWith(".md")) hash.update(file).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

/** The digest of the brand that the pictures were drawn from. */
export function drawnBrandDigest(): string {
  return v.parse(Drawn, JSON.parse(readFileSync(FILE, "utf8"))).brand;
}

export function noteDrawnBrand(): void {
  writeFileSync(FILE, `{ "brand": "${brandDigest()}" }\n`);
}
