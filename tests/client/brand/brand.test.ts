/** Mistakes that an operator can make in `client/brand/`, and that the rest of the site uses only its colours. */
import { globSync, readFileSync } from "node:fs";
import { parse, wcagContrast } from "culori";
import { describe, expect, it } from "vitest";
import { brandDigest, drawnBrandDigest } from "#tests/support/brand-digest.ts";
import { type BrandColor, BRAND_SHEET, readBrandColors } from "#worker/build/brand-colors.ts";

const THEMES = ["dark", "light"] as const;

const GROUNDS = ["ground", "surface", "raised"];
const QUIET_GROUNDS = ["caution-quiet", "fault-quiet"];

/** What is read on what: text, and links, marks and words in its colours. WCAG 2.2, 1.4.3. */
const TEXT_PAIRS = [
  ...pairs(["text", "muted", "accent", "accent-strong", "caution", "fault"], GROUNDS),
  ...pairs(["text"], QUIET_GROUNDS),
  ["caution", "caution-quiet"],
  ["fault", "fault-quiet"],
  ...pairs(["on-accent"], ["accent", "accent-strong"]),
] as const;

/** Edges of controls, lines that mean something, the outline of what has the focus. WCAG 2.2, 1.4.11. */
const GRAPHIC_PAIRS = [...pairs(["edge"], GROUNDS), ...pairs(["accent-strong"], QUIET_GROUNDS)] as const;

function pairs(fronts: readonly string[], grounds: readonly string[]): (readonly [string, string])[] {
  return grounds.flatMap((ground) => fronts.map((front) => [front, ground] as const));
}

/** Pairs with too little contrast, in words. */
function findWeakPairs(colors: ReadonlyMap<string, BrandColor>): string[] {
  const weakAmong = (list: readonly (readonly [string, string])[], least: number) =>
    THEMES.flatMap((theme) =>
      list.flatMap(([front, ground]) => {
        const [one, other] = [front, ground].map((name) => colors.get(`--color-${name}`)?.[theme] ?? name);
        const ratio = wcagContrast(one ?? "", other ?? "");
        const words = `${theme}: ${front} (${one}) on ${ground} (${other}) is ${ratio.toFixed(2)}, not ${least}`;
        return ratio < least ? [words] : [];
      }),
    );
  return [...weakAmong(TEXT_PAIRS, 4.5), ...weakAmong(GRAPHIC_PAIRS, 3)];
}

describe("the brand's colours", () => {
  const colors = readBrandColors();

  it("have enough contrast in the dark and in the light theme", () => {
    expect(findWeakPairs(colors)).toEqual([]);
  });

  it("are reported with their ratio when their contrast is too low", () => {
    const planted = new Map(colors);
    planted.set("--color-muted", { dark: "#a4b3c4", light: "oklch(0.62 0.03 250)" });
    planted.set("--color-edge", { dark: "#3a4658", light: "#6a7f93" });
    expect(findWeakPairs(planted)).toEqual([
      expect.stringMatching(/^light: muted \(oklch\(.+\)\) on ground \(#\w+\) is 3\.\d\d, not 4\.5$/),
      expect.stringMatching(/^light: muted .+ on surface /),
      expect.stringMatching(/^light: muted .+ on raised /),
      expect.stringMatching(/^dark: edge \(#3a4658\) on ground \(#\w+\) is 1\.\d\d, not 3$/),
      expect.stringMatching(/^dark: edge .+ on surface /),
      expect.stringMatching(/^dark: edge .+ on raised /),
    ]);
  });

  it.each(["#fff", "light-dark(#fff)", "light-dark(#fff, #000, #123)", "var(--other)"])(
    "need a light and a dark value: %s is rejected with the property's name",
    (value) => {
      expect(() => readBrandColors(`:root { --color-text: ${value}; }`)).toThrow(
        `--color-text is "${value}", where light-dark(LIGHT, DARK) is expected`,
      );
    },
  );

  it("may use any CSS colour syntax", () => {
    const css = "--color-text: light-dark(rgb(0, 10, 20), oklch(0.9 0 0 / 50%));";
    expect(readBrandColors(css).get("--color-text")).toEqual({
      light: "rgb(0, 10, 20)",
      dark: "oklch(0.9 0 0 / 50%)",
    });
  });
});

/** Words that CSS takes for a colour and that say none, or the system's. */
const isColor = (word: string) =>
  word !== "transparent" && !BARE_HEXADECIMAL.test(word) && parse(word) !== undefined;

/** A colour for culori, but not in CSS. */
const BARE_HEXADECIMAL = /^[\da-f]+$/i;

/** Colours named in a style sheet: hexadecimal, by a function or by a word. */
function colorsInStyles(css: string): string[] {
  const values = css.replaceAll(/\/\*[\s\S]*?\*\//g, "").matchAll(/:([^;{}]+)[;}]/g);
  return Array.from(values, ([, value = ""]) => value.match(/[#\w-]+(?:\([^()]*\))?/g) ?? [])
    .flat()
    .filter(isColor);
}

/** The same in a script: hexadecimal and by a function, and by a word where only a colour stands. */
function colorsInScript(script: string): string[] {
  const source = script.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, "");
  const words = source.matchAll(/(?<=(?:fill|stroke|color|background)[=:]\s*["']?)[a-z]+\b/g);
  return [
    ...(source.match(/(?<![\w/&#.])#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b(?!\/)/gi) ?? []),
    ...(source.match(/\b(?:rgba?|hsla?|hwb|oklab|oklch|color-mix)\([^()]*\)/g) ?? []),
    ...Array.from(words, ([word]) => word).filter(isColor),
  ];
}

it("the pictures in client/public are up to date with the brand and home's texts; otherwise run `npm run pictures`", () => {
  expect(drawnBrandDigest()).toBe(brandDigest());
});

describe("outside of the brand", () => {
  const found = (files: string[], colorsIn: (source: string) => string[]) =>
    files.flatMap((file) => colorsIn(readFileSync(file, "utf8")).map((color) => `${file}: ${color}`));

  it("no style sheet and no script names a colour", () => {
    const styles = globSync("client/**/*.css").filter((file) => file !== BRAND_SHEET);
    const scripts = globSync(["{client,shared,worker}/**/*.{ts,tsx}", "tests/support/*pictures.ts"]);
    expect([styles.length > 20, scripts.length > 300]).toEqual([true, true]);
    expect([...found(styles, colorsInStyles), ...found(scripts, colorsInScript)]).toEqual([]);
  });

  it("the search for colours finds them in CSS and in scripts", () => {
    const css = "a { color: #fff; border: 1px solid tomato; /* #123456 */ background: rgb(1 2 3 / 4%) }";
    expect(colorsInStyles(css)).toEqual(["#fff", "tomato", "rgb(1 2 3 / 4%)"]);
    expect(
      colorsInStyles("a { color: CanvasText; fill: none; margin: 0 auto; background: transparent; }"),
    ).toEqual([]);
    const script =
      'const GROUND = "#0b1220"; <path fill="teal" stroke="hsl(1 2% 3%)" />; // see #418, a/b#11538';
    expect(colorsInScript(script)).toEqual(["#0b1220", "hsl(1 2% 3%)", "teal"]);
  });
});
