/** Which backend `npm start` serves from: the operator's own, or none. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { ownBackend } from "#worker/commands/wrangler.ts";

const folder = mkdtempSync(join(tmpdir(), "own-backend-"));
const config = join(folder, "wrangler.toml");

afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ['API_BASE_URL = "https://api.example"', {}, "https://api.example"],
  [
    'API_BASE_URL = "https://api.example"',
    { API_BASE_URL: "https://other.example" },
    "https://other.example",
  ],
  ['API_BASE_URL = "https://api.example"', { API_BASE_URL: "" }, ""],
  ['API_BASE_URL = ""', {}, ""],
  ["", {}, ""],
])("the backend for %s in wrangler.toml and %j in the environment is %j", (line, env, backend) => {
  writeFileSync(config, `name = "x"\n[vars]\n${line}\n`);
  expect(ownBackend(env, config)).toBe(backend);
});
