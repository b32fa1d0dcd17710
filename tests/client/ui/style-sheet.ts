/** The style sheet as text, for claims about what it says. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("../../../client/app/styles", import.meta.url));

/** Name and source of every style file, comments taken out. */
export function readStyleFiles(): { readonly name: string; readonly css: string }[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith(".css"))
    .map((name) => ({
      name,
      css: readFileSync(`${FOLDER}/${name}`, "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, ""),
    }));
}

/** Custom properties of the first `:root` block of tokens.css: those of a dark screen. */
export function readTokens(): ReadonlyMap<string, string> {
  const css = readStyleFiles().find(({ name }) => name === "tokens.css")?.css ?? "";
  const block = css.slice(css.indexOf("{") + 1, css.indexOf("}"));
  return new Map(
    [...block.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [name, value.trim()]),
  );
}

/** WCAG 2.2 contrast ratio of two `#rrggbb` colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [lighter, darker] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
