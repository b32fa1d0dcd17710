/** `npm run boundaries` reports every violation of the project's import rules. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

/** Each rule with a file that breaks it: path and the import in it. */
const PLANTED: readonly (readonly [rule: string, file: string, imported: string])[] = [
  ["shared-imports-nothing-of-ours", "shared/planted.ts", "#client/target.ts"],
  ["client-imports-only-shared", "client/planted.ts", "#worker/target.ts"],
  ["worker-imports-no-tests", "worker/planted.ts", "#tests/target.ts"],
  ["client-only-through-its-doors", "worker/gateway/pages/planted.ts", "#client/target.ts"],
  ["client-only-from-gateway-pages", "worker/http/planted.ts", "#client/entry.server.tsx"],
  ["gateway-never-api", "worker/gateway/planted.ts", "#worker/api/target.ts"],
  ["api-never-gateway", "worker/api/planted.ts", "#worker/gateway/target.ts"],
  ["only-index-joins", "worker/http/joins.ts", "#worker/index.ts"],
  ["api-domain-only-through-its-door", "worker/api/signals/planted.ts", "#worker/api/session/target.ts"],
  ["pages-never-each-other", "client/pages/home/planted.ts", "#client/pages/about/target.ts"],
  ["i18n-knows-texts-alone", "client/i18n/planted.ts", "#client/ui/target.ts"],
  ["ui-has-no-data", "client/ui/planted.ts", "#client/data/target.ts"],
  ["data-never-features", "client/data/planted.ts", "#client/features/session/target.ts"],
  ["features-never-pages", "client/features/session/planted.ts", "#client/pages/home/target.ts"],
  ["pages-never-app", "client/pages/about/planted.ts", "#client/app/target.ts"],
  ["server-render-never-reaches-browser", "client/app/planted.ts", "#client/app/browser/target.ts"],
  ["react-dom-client-only-in-entry", "client/app/hydrates.ts", "react-dom/client"],
  ["no-cycles", "shared/circle.ts", "./circle-back.ts"],
  ["no-cycles-of-folders", "client/features/live/there.ts", "#client/features/follow/back.ts"],
  ["no-cycles-of-folders", "worker/gateway/pages/there.ts", "#worker/gateway/limits/back.ts"],
  ["no-cycles-of-folders", "shared/limits/there.ts", "#shared/contracts/back.ts"],
  ["no-unresolved", "shared/lost.ts", "./nowhere.ts"],
];

/** Where a rule about a path through several files is reported, if not at the planted file. */
const REPORTED_AT: Readonly<Record<string, string>> = {
  "client/app/planted.ts": "client/entry.server.tsx",
  "shared/circle.ts": "shared/circle-back.ts",
  "client/features/live/there.ts": "client/features/follow",
  "worker/gateway/pages/there.ts": "worker/gateway/limits",
  "shared/limits/there.ts": "shared/contracts",
};

const TARGETS: Readonly<Record<string, string>> = {
  "client/entry.server.tsx": 'import "#client/app/planted.ts";',
  "shared/circle-back.ts": 'import "./circle.ts";',
  "client/features/follow/back.ts": 'import "#client/features/live/target.ts";',
  "client/features/live/target.ts": "",
  "worker/gateway/limits/back.ts": 'import "#worker/gateway/pages/there.ts";',
  "shared/contracts/back.ts": 'import "#shared/limits/there.ts";',
};

it("each import rule reports a planted violation", { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "planted-"));
  try {
    plant(folder);
    const found = violationsIn(folder);
    for (const [rule, file] of PLANTED) {
      expect(found, rule).toContainEqual({ rule, from: REPORTED_AT[file] ?? file });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function plant(folder: string): void {
  for (const file of [".dependency-cruiser.mjs", "package.json"])
    cpSync(join(ROOT, file), join(folder, file));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${text}\nexport const planted = 1;\n`);
  };
  for (const [, , imported] of PLANTED) {
    if (imported.startsWith("#")) write(imported.slice(1), "");
  }
  for (const [file, text] of Object.entries(TARGETS)) write(file, text);
  for (const [, file, imported] of PLANTED) write(file, `import "${imported}";`);
}

function violationsIn(folder: string): { rule: string; from: string }[] {
  const depcruise = join(ROOT, "node_modules/.bin/depcruise");
  const args = [
    depcruise,
    "--config",
    ".dependency-cruiser.mjs",
    "--output-type",
    "json",
    "worker",
    "client",
    "shared",
  ];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 64 << 20,
  });
  if (!stdout) throw new Error(stderr);
  const report: { summary: { violations: { rule: { name: string }; from: string }[] } } = JSON.parse(stdout);
  return report.summary.violations.map(({ rule, from }) => ({ rule: rule.name, from }));
}
