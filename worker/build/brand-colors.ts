/**
 * The colours of `client/brand/brand.css` for use outside style sheets: the document's head, the web manifest, pictures,
 * tests.
 */
import { readFileSync } from "node:fs";

export const BRAND_SHEET = "client/brand/brand.css";

export interface BrandColor {
  readonly light: string;
  readonly dark: string;
}

/** By name, as in `--color-ground`. Throws an Error naming the first that is not `light-dark(LIGHT, DARK)`. */
export function readBrandColors(css = readFileSync(BRAND_SHEET, "utf8")): ReadonlyMap<string, BrandColor> {
  const declared = css.replaceAll(/\/\*[\s\S]*?\*\//g, "").matchAll(/(--color-[\w-]+):\s*([^;]+);/g);
  return new Map(Array.from(declared, ([, name = "", value = ""]) => [name, brandColor(name, value)]));
}

/** The colours of the page's background. */
export function brandGrounds(): BrandColor {
  const grounds = readBrandColors().get("--color-ground");
  if (!grounds) throw new Error(`${BRAND_SHEET} has no --color-ground.`);
  return grounds;
}

function brandColor(name: string, value: string): BrandColor {
  // Commas may occur inside a colour's own brackets.
  const [, light, dark] =
    /^light-dark\(\s*((?:[^(),]|\([^()]*\))+),\s*((?:[^(),]|\([^()]*\))+)\)$/.exec(value) ?? [];
  if (light === undefined || dark === undefined)
    throw new Error(`${BRAND_SHEET}: ${name} is "${value}", where light-dark(LIGHT, DARK) is expected.`);
  return { light: light.trim(), dark: dark.trim() };
}
