import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { LAYERS, LOADING_BAR, RIPPLE } from "#shared/limits/browser.ts";

/** Name and source of every style file, the brand's among them, comments taken out. */
const files = globSync(["client/app/styles/*.css", "client/brand/*.css"]).map((file) => ({
  name: basename(file),
  css: readFileSync(file, "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, ""),
}));
const all = files.map(({ css }) => css).join("\n");

/** Custom properties of the first `:root` block of brand.css and of tokens.css: those of a screen. */
const roots = files
  .filter(({ name }) => ["brand.css", "tokens.css"].includes(name))
  .map(({ css }) => css.slice(css.indexOf("{") + 1, css.indexOf("}")));
const tokens = new Map(
  Array.from(roots.join("").matchAll(/(--[\w-]+):\s*([^;]+);/g), ([, name = "", value = ""]) => [
    name,
    value.trim(),
  ]),
);
/** They import the others. */
const ENTRIES = new Set(["main.css", "application.css"]);
const token = (name: string) => tokens.get(name) ?? `${name} is missing`;

describe("the design tokens", () => {
  it("have the layers of shared/limits/browser.ts", () => {
    expect({
      modal: Number(token("--layer-modal")),
      overlay: Number(token("--layer-overlay")),
      menu: Number(token("--layer-menu")),
      tooltip: Number(token("--layer-tooltip")),
      toastBase: Number(token("--layer-toast-base")),
    }).toEqual(LAYERS);
  });

  it("have the durations and sizes of shared/limits/browser.ts for the loading bar and the ripple", () => {
    expect(token("--loading-bar-height")).toBe(`${LOADING_BAR.heightPx}px`);
    expect(token("--duration-bar-fade")).toBe(`${LOADING_BAR.resetDelayMs}ms`);
    expect(token("--duration-ripple")).toBe(`${RIPPLE.durationMs}ms`);
  });
});

describe("the style sheets", () => {
  it.each(files)("use only logical properties, no left, right, top or bottom: $name", ({ css }) => {
    // `vertical-align` is relative to the line already, and the safe area to the device: neither has another word.
    const bare = css.replaceAll(/"[^"]*"|vertical-align: top|safe-area-inset-bottom/g, "");
    expect(bare.match(/\b(left|right|top|bottom)\b/g)).toBeNull();
    expect(bare.match(/(?<=[\s{;])((min|max)-)?(width|height)\s*:|overflow-[xy]\s*:/g)).toBeNull();
  });

  it.each(files)("have the same value at both inline ends in shorthands: $name", ({ css }) => {
    const shorthands = css.matchAll(
      /(?<=[\s{;])(?:margin|padding|inset|border-width|scroll-margin):([^;]+);/g,
    );
    const uneven = [...shorthands].filter(([, value = ""]) => {
      const [, second, , fourth] = value.trim().split(/\s+(?![^(]*\))/);
      return fourth !== undefined && fourth !== second;
    });
    expect(uneven.map(([rule]) => rule)).toEqual([]);
  });

  it("take every animation duration from a token, so that reduced motion disables them all", () => {
    const moving = [...all.matchAll(/(?<=[\s{;])(?:transition|animation):([^;]+);/g)];
    const literal = moving.filter(
      ([, value = ""]) => /\d+m?s\b/.test(value) || !value.includes("var(--duration-"),
    );
    expect(moving.length).toBeGreaterThan(5);
    expect(literal.map(([rule]) => rule)).toEqual([]);
    const reduced =
      files.find(({ name }) => name === "tokens.css")?.css.split("prefers-reduced-motion: reduce")[1] ?? "";
    const durations = [...tokens.keys()].filter((name) => name.startsWith("--duration-"));
    for (const name of durations) expect(reduced).toContain(`${name}: 0s;`);
  });

  it("have a rule for each class name with __ in the markup", () => {
    const markup = globSync("{client,worker}/**/*.{ts,tsx}").map((file) => readFileSync(file, "utf8"));
    const parts = new Set(
      markup.flatMap((source) => source.match(/(?<=["\s`])[a-z-]+__[a-z-]+(?=["\s`])/g) ?? []),
    );
    expect(parts.size).toBeGreaterThan(40);
    expect([...parts].filter((part) => !all.includes(`.${part}`))).toEqual([]);
  });

  it("use only custom properties that are set in CSS or by a script", () => {
    const used = new Set([...all.matchAll(/var\((--[\w-]+)/g)].map(([, name = ""]) => name));
    const set = new Set([...all.matchAll(/(?<=[\s{;])(--[\w-]+):/g)].map(([, name = ""]) => name));
    const setByScript = ["--member-name", "--ink-x", "--ink-y", "--ink-size"];
    const missing = [...used].filter((name) => !set.has(name));
    expect(missing.sort()).toEqual(setByScript.sort());
    // Tooltips have a layer, but the site shows none.
    expect([...tokens.keys()].filter((name) => !used.has(name))).toEqual(["--layer-tooltip"]);
  });

  it("are imported into the layers that the first declares, by it, with the application or by a page", () => {
    const main = files.find(({ name }) => name === "main.css")?.css ?? "";
    const application = files.find(({ name }) => name === "application.css")?.css ?? "";
    const ofPages = globSync("client/pages/**/*.css", { exclude: ["client/pages/*/embed/**"] })
      .map((file) => readFileSync(file, "utf8"))
      .join("");
    const layers = /^\s*@layer ([^;]+);/.exec(main)?.[1]?.split(", ") ?? [];
    expect(layers).toEqual(["reset", "tokens", "base", "layout", "parts", "pages", "modes"]);
    const imports = [
      ...(main + application + ofPages).matchAll(
        /@import url\("(?:\.|\.\.\/\.\.\/brand|(?:\.\.\/)+app\/styles)\/([\w-]+\.css)"\) layer\((\w+)\);/g,
      ),
    ];
    const others = files.map(({ name }) => name).filter((name) => !ENTRIES.has(name));
    expect(new Set(imports.map(([, name]) => name))).toEqual(new Set(others));
    for (const [, , layer = ""] of imports) expect(layers).toContain(layer);
  });

  it("give the risk notice the medium text size", () => {
    expect(/\n\.risk-notice \{[^}]*font-size: ([^;]+);/.exec(all)?.[1]).toBe("var(--text-m)");
  });
});
