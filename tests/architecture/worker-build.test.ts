import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { WORKER_FOLDER } from "#worker/local/worker-build.ts";

const ENTRY = "index.mjs";
const read = (module: string) => readFileSync(join(WORKER_FOLDER, module), "utf8");

/** The module and all it imports before it runs. */
function readAtStart(module: string, seen = new Set<string>()): Set<string> {
  if (seen.has(module)) return seen;
  seen.add(module);
  for (const [, imported = ""] of read(module).matchAll(/\bfrom\s*["']\.\/([^"']+)["']/g)) {
    readAtStart(imported, seen);
  }
  return seen;
}

describe("the built worker", () => {
  it("does not read React and the pages before one has to be rendered", () => {
    const [, lazy = ""] =
      /\bimport\([`"']\.\/(made-pages[^`"']*)[`"']\)/.exec([...readAtStart(ENTRY)].map(read).join()) ?? [];
    expect(read(lazy)).toContain("react.transitional.element");
    expect([...readAtStart(ENTRY)]).not.toContain(lazy);
    for (const module of readAtStart(ENTRY)) expect(read(module)).not.toContain("react.transitional.element");
  });

  it("exports to the platform its handlers and its Durable Objects, and nothing else", () => {
    const [, exported = ""] = /export\s*\{([^}]*)\}[^{}]*$/.exec(read(ENTRY)) ?? [];
    const names = exported.split(",").map((one) =>
      one
        .trim()
        .split(/\s+as\s+/)
        .at(-1),
    );
    expect(new Set(names)).toEqual(new Set(["default", "SignInLimiter", "SignalRoom"]));
  });
});
