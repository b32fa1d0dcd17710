/** The style sheet as text, for claims about what it says. */
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";

/** Name and source of every style file, the brand's among them, comments taken out. */
export function readStyleFiles(): { readonly name: string; readonly css: string }[] {
  return globSync(["client/app/styles/*.css", "client/brand/*.css"]).map((file) => ({
    name: basename(file),
    css: readFileSync(file, "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, ""),
  }));
}

/** Custom properties of the first `:root` block of brand.css and of tokens.css: those of a screen. */
export function readTokens(): ReadonlyMap<string, string> {
  const files = readStyleFiles().filter(({ name }) => ["brand.css", "tokens.css"].includes(name));
  const blocks = files.map(({ css }) => css.slice(css.indexOf("{") + 1, css.indexOf("}"))).join("");
  return new Map(
    [...blocks.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [name, value.trim()]),
  );
}
