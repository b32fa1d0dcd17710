/** Tells whether the pictures in `client/public` were drawn from the current brand. */
import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import * as v from "valibot";

/** Written by `npm run pictures`, once all are drawn. */
const FILE = "tests/support/pictures.json";

const Drawn = v.object({ brand: v.string() });

/** SHA-256 of all files that an operator edits or replaces. */
export function brandDigest(): string {
  const hash = createHash("sha256");
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
