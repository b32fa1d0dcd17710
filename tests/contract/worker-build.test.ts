import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildModules, productModules, WORKER_FOLDER } from "#tests/bench/worker-modules.ts";

const ENTRY = "index.mjs";
const read = (module: string) => readFileSync(join(WORKER_FOLDER, module), "utf8");

/** The module and all it imports before it runs. */
function ranAtStart(module: string, seen = new Set<string>()): Set<string> {
  if (seen.has(module)) return seen;
  seen.add(module);
  for (const [, imported = ""] of read(module).matchAll(/\bfrom\s*["']\.\/([^"']+)["']/g)) {
    ranAtStart(imported, seen);
  }
  return seen;
}

describe("the built worker", () => {
  it.each([
    ["React and the pages", "render-document.mjs", "react.transitional.element"],
    ["the embedded API", "api.mjs", "/api/hooks"],
  ])("loads %s only when they are needed", (_, name, mark) => {
    const atStart = [...ranAtStart(ENTRY)];
    const later = atStart.flatMap((module) => [
      ...read(module).matchAll(/\bimport\([`"']\.\/([^`"']+)[`"']\)/g),
    ]);
    expect(later.map(([, imported]) => imported)).toContain(name);
    const own = [...ranAtStart(name)].filter((module) => !atStart.includes(module));
    expect(own.map(read).join("\n")).toContain(mark);
    expect(atStart).not.toContain(name);
  });

  it("does not load React at start", () => {
    for (const module of ranAtStart(ENTRY)) expect(read(module)).not.toContain("react.transitional.element");
  });

  it("imports nothing but its own modules and the platform's", () => {
    const modules = productModules();
    expect(modules.map(({ path }) => path)).toContain(ENTRY);
    for (const { contents } of modules) {
      const imported = [
        ...contents.matchAll(/(?:^|[;\n])(?:import|export)[^;"'`]*["']([^"']+)["']/g),
        ...contents.matchAll(/\bimport\(\s*[`"']([^`"']+)[`"']/g),
      ];
      for (const [, name] of imported) expect(name).toMatch(/^(?:\.\/|cloudflare:)/);
    }
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

it("the browser loads the passkeys' library only when a passkey is used", () => {
  const holders = globSync("dist/client/assets/*.js").filter((file) =>
    readFileSync(file, "utf8").includes("simplewebauthn.dev"),
  );
  const { id } = JSON.parse(readFileSync("dist/client/builds/latest.json", "utf8"));
  const { files, applicationFiles, pages } = JSON.parse(
    readFileSync(`dist/client/builds/meta/${id}.json`, "utf8"),
  );
  const ofThisBuild = holders
    .map((file) => file.replace("dist/client", ""))
    .filter((file) => files.includes(file));
  expect(ofThisBuild).not.toEqual([]);
  for (const file of ofThisBuild)
    expect([...applicationFiles, ...Object.values(pages).flat()]).not.toContain(file);
});

/** Nothing else would notice before somebody measures. */
it.each(globSync("tests/bench/**/*-worker.{ts,tsx}"))(
  "the worker of a benchmark can be built: %s",
  async (entry) => {
    expect(await buildModules("architecture", entry)).not.toEqual([]);
  },
);
