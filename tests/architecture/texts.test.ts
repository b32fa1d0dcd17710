/** Visitors load all texts of a page, so this test finds texts that the code does not use. */
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { texts } from "#shared/locales/en/texts.ts";

/** Read as data, not by `t`. */
const DATA = new Set(["environment", "feeds", "offline", "refusal", "web-manifest"]);

const source = globSync(["client/**/*.{ts,tsx}", "worker/**/*.{ts,tsx}"])
  .map((path) => readFileSync(path, "utf8"))
  .join("\n");
const quoted = new Set(matches(/"(?:[\w-]+:)?([\w.-]+)"/g));
/** Read whole, with all below. */
const objects = matches(/\bt\(\s*"(?:[\w-]+:)?([\w.]+)",\s*\{\s*returnObjects/g);
/** Made of parts, as `outcome.${outcome}`. */
const made = matches(/`(?:[\w-]+:)?([\w.]*\$\{[^`]+)`/g)
  .map((template) => template.replaceAll(/\$\{[^}]*\}/g, "#"))
  .filter((template) => /^[\w.#]+$/.test(template) && /\w/.test(template.replaceAll("#", "")))
  .map((template) => new RegExp(`^${template.replaceAll(".", "\\.").replaceAll("#", "[\\w-]+")}$`));

function matches(pattern: RegExp): string[] {
  return [...source.matchAll(pattern)].map(([, key = ""]) => key);
}

function isUsed(key: string): boolean {
  return (
    quoted.has(key) ||
    objects.some((object) => key.startsWith(`${object}.`)) ||
    made.some((pattern) => pattern.test(key))
  );
}

/** Keys of texts, each plural once. */
function keysOf(value: unknown, key = ""): string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [key];
  return Object.entries(value).flatMap(([name, below]) =>
    keysOf(below, (key && `${key}.`) + name.replace(/_(?:one|other)$/, "")),
  );
}

it.each(Object.keys(texts).filter((namespace) => !DATA.has(namespace)))(
  "every text of %s is used in the code",
  (namespace) => {
    const unused = keysOf(Object.entries(texts).find(([name]) => name === namespace)?.[1]);
    expect([...new Set(unused)].filter((key) => !isUsed(key))).toEqual([]);
  },
);
