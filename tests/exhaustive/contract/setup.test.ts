/** `npm run setup`, first and repeated runs, with a wrangler double. */
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SQLOutputValue } from "node:sqlite";
import { parseEnv } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { signInByApi } from "#tests/support/api-client.ts";
import {
  type OperatorProject,
  projectWithOwnWrangler,
  type WranglerCall,
} from "#tests/support/own-wrangler.ts";
import { startSite } from "#tests/support/site.ts";

// Each starts many processes.
vi.setConfig({ testTimeout: 120_000 });

/** As they are asked for, with the id of the staff account at last. */
const ANSWERS = [
  "Harbour Signals",
  'Harbour "Quay" Ltd',
  "2 Quay, 20095 Hamburg",
  "hello@harbour.de",
  "https://signals.harbour.de/",
  "invite",
  "embedded",
  "OPS-1",
];
const SECRETS = ["JWT_SIGNING_KEYS", "LOG_SIGNING_KEY", "PASSCODE_PEPPER", "VAPID_KEYS"];
const SECRETS_FILE = ".secrets-production.env";

const projects: OperatorProject[] = [];

function project(): OperatorProject {
  const made = projectWithOwnWrangler();
  projects.push(made);
  return made;
}

/** Runs it and answers each question. */
const answering = ({ run }: OperatorProject, answers: readonly string[] = ANSWERS) =>
  run("setup", [], `${answers.join("\n")}\n`);

afterEach(() => {
  for (const made of projects.splice(0)) made.remove();
});

const commandsOf = (calls: readonly WranglerCall[]) =>
  calls.map(({ argv }) =>
    argv
      .filter((word) => !word.startsWith("-"))
      .slice(0, 3)
      .join(" "),
  );

/** Signs in to a site with these secrets and this account. */
async function signIn(
  id: string,
  passcode: string,
  [account = {}]: readonly Record<string, SQLOutputValue>[],
  secrets: NodeJS.Dict<string>,
): Promise<string> {
  const site = await startSite({
    vars: Object.fromEntries(SECRETS.map((name) => [name, secrets[name] ?? ""])),
  });
  const columns = Object.keys(account);
  const insert = `INSERT INTO accounts (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
  const values = Object.values(account);
  await site.db
    .prepare(insert)
    .bind(...values)
    .run();
  return signInByApi(site.url, id, passcode).finally(site.close);
}

/** What changes something. */
const acts = (calls: readonly WranglerCall[]) =>
  calls.filter(({ argv }) => ["create", "bulk", "--file"].some((word) => argv.includes(word)));

it("npm run setup configures a fresh clone, and changes nothing when it runs again", async () => {
  const made = project();
  const { run, read, root, takeCalls, openDatabase } = made;
  const before = read("wrangler.toml");
  const first = await answering(made);
  expect([first.status, first.stderr]).toEqual([0, ""]);
  expect(first.stdout).toContain("Name of the site [Tidemark]: ");

  const after = read("wrangler.toml");
  for (const line of [
    'BRAND_NAME = "Harbour Signals"',
    String.raw`OPERATOR_NAME = "Harbour \"Quay\" Ltd"`,
    'OPERATOR_ADDRESS = "2 Quay, 20095 Hamburg"',
    'CONTACT_EMAIL = "hello@harbour.de"',
    'SITE_ORIGIN = "https://signals.harbour.de"',
    'SIGN_UP = "invite"',
  ])
    expect(after.split("\n")).toContain(line);
  expect(after.split("\n").filter((line, at) => line !== before.split("\n")[at])).toHaveLength(7);
  expect(after).toMatch(/database_id = "(?!0{8})[\da-f-]{36}"/);

  const calls = takeCalls();
  expect(commandsOf(calls)).toEqual([
    "d1 list",
    "d1 create tidemark",
    "d1 list",
    "queues info tidemark-deliveries",
    "queues create tidemark-deliveries",
    "queues info tidemark-deliveries-dead",
    "queues create tidemark-deliveries-dead",
    "d1 migrations apply",
    "secret list json",
    "secret bulk",
    "d1 execute DB",
    "d1 execute DB",
  ]);
  const kept = parseEnv(read(SECRETS_FILE));
  expect(Object.keys(kept)).toEqual(SECRETS);
  expect(statSync(join(root, SECRETS_FILE)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(calls.find(({ argv }) => argv.includes("bulk"))?.input ?? "")).toEqual(kept);
  const seen = JSON.stringify(calls.map(({ argv }) => argv)) + first.stdout;
  for (const secret of Object.values(kept)) expect(seen).not.toContain(secret);

  const [, passcode = ""] = /OPS-1 has the passcode (\S+)\./.exec(first.stdout) ?? [];
  const staff = openDatabase().prepare("SELECT * FROM accounts").all();
  expect(staff).toMatchObject([{ pocketoption_id: "OPS-1", role: "staff", id_alone: 0 }]);
  expect(await signIn("OPS-1", passcode, staff, kept)).toMatch(/^eyJ/);

  chmodSync(join(root, SECRETS_FILE), 0o644);
  const second = await run("setup", ["--yes"]);
  expect(statSync(join(root, SECRETS_FILE)).mode & 0o777).toBe(0o600);
  expect([second.status, second.stderr]).toEqual([0, ""]);
  expect(second.stdout).not.toContain("passcode");
  expect(acts(takeCalls())).toEqual([]);
  expect(read("wrangler.toml")).toBe(after);
  expect(parseEnv(read(SECRETS_FILE))).toEqual(kept);
  expect(openDatabase().prepare("SELECT * FROM accounts").all()).toEqual(staff);

  // Where all staff are locked out.
  const ids = () => openDatabase().prepare("SELECT pocketoption_id FROM accounts ORDER BY created_at").all();
  for (const again of ["OPS-2", "ops-2"])
    expect((await run("setup", ["--yes", "--staff", again])).status).toBe(0);
  expect(ids()).toEqual([{ pocketoption_id: "OPS-1" }, { pocketoption_id: "OPS-2" }]);
});

it("npm run setup asks again after an invalid answer", async () => {
  const [brand = "", operator = "", address = "", contact = "", origin = "", ...rest] = ANSWERS;
  const wrong = [brand, " ", operator, address, "a@example.com", contact, "harbour.de", origin, "sometimes"];
  const { status, stderr } = await answering(project(), [...wrong, ...rest.slice(0, -1), "no id!", "OPS-1"]);
  expect([status, stderr.trim().split("\n")]).toEqual([
    0,
    [
      expect.stringMatching(/^OPERATOR_NAME must be 1 to 120 characters .* it is ""\.$/),
      expect.stringMatching(/^CONTACT_EMAIL must be .* reserved .* it is "a@example\.com"\.$/),
      expect.stringMatching(/^SITE_ORIGIN must be .* begins with https:\/\/.* it is "harbour\.de"\.$/),
      expect.stringMatching(/^SIGN_UP must be one of closed, invite, open; it is "sometimes"\.$/),
      expect.stringMatching(/^The account id \(--staff\) must be 1 to 64 .* it is "no id!"\.$/),
    ],
  ]);
});

describe("npm run setup changes nothing", () => {
  let made: OperatorProject;
  let before = "";

  beforeAll(() => {
    made = projectWithOwnWrangler();
    before = made.read("wrangler.toml");
  });
  afterEach(() => {
    expect([made.takeCalls(), made.read("wrangler.toml")]).toEqual([[], before]);
  });
  afterAll(() => made.remove());

  it("and ends with an error if a question gets no answer", async () => {
    const { status, stderr } = await answering(made, ["Harbour"]);
    expect([status, stderr.trim()]).toEqual([1, "No answer to: Legal entity that runs it."]);
  });

  it("and names every missing value at once if it may not ask", async () => {
    const { status, stderr } = await made.run("setup", ["--yes"]);
    expect(status).toBe(2);
    for (const name of [
      "OPERATOR_NAME",
      "OPERATOR_ADDRESS",
      "CONTACT_EMAIL",
      "SITE_ORIGIN",
      "The account id",
    ])
      expect(stderr).toMatch(new RegExp(`^${name} `, "m"));
  });

  it.each([
    [["--env", "nowhere", "--yes"], /--env: wrangler\.toml has no environment "nowhere"/],
    [["--staff", "no id!"], /\(--staff\) must be 1 to 64/],
    [["--colour", "red"], /--colour/],
  ])("and rejects %j with a reason", async (args, reason) => {
    const { status, stderr } = await made.run("setup", args);
    expect(status).toBe(2);
    expect(stderr).toMatch(reason);
  });
});

it("npm run setup creates nothing at Cloudflare if the operator has their own backend", async () => {
  const made = project();
  const { status } = await answering(made, ANSWERS.with(6, "https://api.harbour.de/v1/"));
  expect([status, made.takeCalls()]).toEqual([0, []]);
  expect(made.read("wrangler.toml")).toContain('API_BASE_URL = "https://api.harbour.de/v1"');
  expect(existsSync(join(made.root, SECRETS_FILE))).toBe(false);
});

it("npm run setup continues after a failure, with the secrets that it had created", async () => {
  const made = project();
  const { read, account, takeCalls } = made;
  writeFileSync(join(account, "no-secrets"), "");
  const broken = await answering(made);
  expect([broken.status, broken.stderr]).toEqual([1, expect.stringContaining("The secrets were not set.")]);
  const kept = parseEnv(read(SECRETS_FILE));
  rmSync(join(account, "no-secrets"));
  takeCalls();
  const { status, stdout } = await answering(made);
  expect([status, stdout]).toEqual([0, expect.stringContaining("Staff: OPS-1 created")]);
  const calls = takeCalls();
  expect(commandsOf(calls)).not.toContain("d1 create tidemark");
  expect(JSON.parse(calls.find(({ argv }) => argv.includes("bulk"))?.input ?? "")).toEqual(kept);
});

it("npm run setup without a login at Cloudflare says how to log in", async () => {
  const made = project();
  writeFileSync(join(made.account, "no-login"), "");
  const { status, stderr } = await answering(made);
  expect([status, stderr]).toEqual([
    1,
    "The database was not created.\nYou are not logged in at Cloudflare: run npx wrangler login, or set CLOUDFLARE_API_TOKEN.\n",
  ]);
});

it("npm run setup prints the passcode of a staff account that was created before a failure", async () => {
  const made = project();
  writeFileSync(join(made.account, "cut-off"), "");
  const broken = await answering(made);
  expect([broken.status, broken.stderr]).toEqual([
    1,
    expect.stringContaining("No staff account was created."),
  ]);
  expect(broken.stdout).toMatch(/OPS-1 has the passcode \S{16}\./);
  expect(made.openDatabase().prepare("SELECT role FROM accounts").all()).toEqual([{ role: "staff" }]);
  rmSync(join(made.account, "cut-off"));
  expect((await made.run("setup", ["--yes"])).stdout).toContain("Staff: exists.");
});

it("npm run setup uses an existing database with the same name", async () => {
  const made = project();
  const uuid = "7c0d9a52-51ea-4ea5-a5b0-1f2f6a3c9d10";
  writeFileSync(
    join(made.account, "account.json"),
    JSON.stringify({ databases: [{ uuid, name: "tidemark" }], queues: [], workers: {} }),
  );
  expect((await answering(made)).status).toBe(0);
  expect(made.read("wrangler.toml")).toContain(`database_id = "${uuid}"`);
});

it("npm run setup creates staging with production's values, but its own origin and backend", async () => {
  const made = project();
  const { run, read, account, takeCalls } = made;
  await answering(made, ANSWERS.with(6, "https://api.harbour.de"));
  const before = read("wrangler.toml");
  const stagingAt = before.indexOf("[env.staging]");
  const args = ["--env", "staging"];
  const missing = await run("setup", [...args, "--yes", "--staff", "OPS-1"]);
  expect([missing.status, missing.stderr]).toEqual([2, expect.stringMatching(/^SITE_ORIGIN must be/)]);
  const typed = ["", "", "", "", "https://staging.harbour.de", "", "", "OPS-1"];
  const { status, stdout, stderr } = await run("setup", args, `${typed.join("\n")}\n`);
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("Next: npm run deploy -- --env staging");
  const after = read("wrangler.toml");
  expect(after.slice(0, stagingAt)).toBe(before.slice(0, stagingAt));
  const staging = after.slice(stagingAt);
  for (const line of [
    'OPERATOR_ADDRESS = "2 Quay, 20095 Hamburg"',
    'SITE_ORIGIN = "https://staging.harbour.de"',
    'API_BASE_URL = ""',
  ])
    expect(staging).toContain(line);
  expect(staging).not.toContain("0000-0000");
  const calls = takeCalls();
  expect(commandsOf(calls)).toContain("d1 create tidemark-staging");
  expect(commandsOf(calls)).toContain("queues create tidemark-staging-deliveries");
  expect(calls.filter(({ argv }) => argv.includes("--env="))).toEqual([]);
  const { workers }: { workers: object } = JSON.parse(readFileSync(join(account, "account.json"), "utf8"));
  expect(workers).toEqual({ "tidemark-staging": SECRETS });
  expect(Object.keys(parseEnv(read(".secrets-staging.env")))).toEqual(SECRETS);
});
