/** `npm run setup`, first and repeated runs, with a wrangler double. */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SQLOutputValue } from "node:sqlite";
import { parseEnv } from "node:util";
import { afterEach, expect, it, vi } from "vitest";
import {
  type OperatorProject,
  projectWithOwnWrangler,
  type WranglerCall,
} from "#tests/support/own-wrangler.ts";
import { startSite } from "#tests/support/site.ts";

// Each starts many processes.
vi.setConfig({ testTimeout: 120_000 });

const ANSWERS = `
BRAND_NAME="Harbour Signals"
OPERATOR_NAME='Harbour "Quay" Ltd'
OPERATOR_ADDRESS="2 Quay, 20095 Hamburg"
CONTACT_EMAIL=hello@harbour.de
SITE_ORIGIN=https://signals.harbour.de/
SIGN_UP=invite
STAFF_ID=OPS-1
`;
const SECRETS = ["JWT_SIGNING_KEYS", "LOG_SIGNING_KEY", "PASSCODE_PEPPER", "VAPID_KEYS"];
const SECRETS_FILE = ".secrets-production.env";

const projects: OperatorProject[] = [];

function project(answers = ANSWERS): OperatorProject {
  const made = projectWithOwnWrangler();
  projects.push(made);
  writeFileSync(join(made.root, "answers.env"), answers);
  return made;
}

afterEach(() => {
  for (const made of projects.splice(0)) made.remove();
});

const FROM_FILE = ["--yes", "--from", "answers.env"];
const commandsOf = (calls: readonly WranglerCall[]) =>
  calls.map(({ argv }) =>
    argv
      .filter((word) => !word.startsWith("-"))
      .slice(0, 3)
      .join(" "),
  );
/** What changes something. */
/** Status of a sign-in to a site with these secrets and this account. */
async function signIn(
  pocketoptionId: string,
  passcode: string,
  [account = {}]: readonly Record<string, SQLOutputValue>[],
  secrets: NodeJS.Dict<string>,
): Promise<number> {
  const site = await startSite({
    vars: Object.fromEntries(SECRETS.map((name) => [name, secrets[name] ?? ""])),
  });
  try {
    const columns = Object.keys(account);
    const insert = `INSERT INTO accounts (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
    await site.db
      .prepare(insert)
      .bind(...Object.values(account))
      .run();
    const response = await fetch(`${site.url}/api/auth/login/`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ pocketoption_id: pocketoptionId, passcode }),
    });
    return response.status;
  } finally {
    await site.close();
  }
}

const acts = (calls: readonly WranglerCall[]) =>
  calls.filter(({ argv }) => ["create", "bulk", "--file"].some((word) => argv.includes(word)));

it("npm run setup configures a fresh clone, and changes nothing when it runs again", async () => {
  const { run, read, root, takeCalls, openDatabase } = project();
  const before = read("wrangler.toml");
  const first = await run("setup", FROM_FILE);
  expect([first.status, first.stderr]).toEqual([0, ""]);

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

  const [, passcode = ""] = /OPS-1 gets the passcode (\S+)\./.exec(first.stdout) ?? [];
  const staff = openDatabase().prepare("SELECT * FROM accounts").all();
  expect(staff).toMatchObject([{ pocketoption_id: "OPS-1", role: "staff", id_alone: 0 }]);
  expect(await signIn("OPS-1", passcode, staff, kept)).toBe(200);
  expect(await signIn("OPS-1", "not the passcode", staff, kept)).toBe(401);

  const second = await run("setup", ["--yes"]);
  expect([second.status, second.stderr]).toEqual([0, ""]);
  expect(second.stdout).not.toContain("passcode");
  expect(acts(takeCalls())).toEqual([]);
  expect(read("wrangler.toml")).toBe(after);
  expect(parseEnv(read(SECRETS_FILE))).toEqual(kept);
  expect(openDatabase().prepare("SELECT * FROM accounts").all()).toEqual(staff);
});

it("npm run setup asks for each value, and asks again after an invalid one", async () => {
  const { run, read } = project();
  const typed = ["", "", "Harbour Ltd", "2 Quay", "nobody", "hello@harbour.de", "signals.harbour.de"];
  const rest = ["https://signals.harbour.de", "sometimes", "closed", "", "no id!", "OPS-1", ""];
  const { status, stdout, stderr } = await run("setup", [], [...typed, ...rest].join("\n"));
  expect(status).toBe(0);
  expect(stdout).toContain("Name of the site [Tidemark]: ");
  expect(stderr.trim().split("\n")).toEqual([
    expect.stringMatching(/^OPERATOR_NAME \(--operator\) must be 1 to 120 characters .* it is ""\.$/),
    expect.stringMatching(/^CONTACT_EMAIL \(--contact\) must be an e-mail address .* it is "nobody"\.$/),
    expect.stringMatching(
      /^SITE_ORIGIN \(--origin\) must be like https:\/\/.* it is "signals\.harbour\.de"\.$/,
    ),
    expect.stringMatching(/^SIGN_UP \(--sign-up\) must be one of closed, invite, open; it is "sometimes"\.$/),
    expect.stringMatching(/^STAFF_ID \(--staff\) must be 1 to 64 .* it is "no id!"\.$/),
  ]);
  expect(read("wrangler.toml")).toContain('OPERATOR_NAME = "Harbour Ltd"');
});

it("npm run setup ends with an error if a question gets no answer", async () => {
  const { run, read, takeCalls } = project();
  const before = read("wrangler.toml");
  const { status, stderr } = await run("setup", [], "Harbour\n");
  expect([status, stderr.trim()]).toEqual([1, "No answer came to: Legal entity that runs it."]);
  expect([takeCalls(), read("wrangler.toml")]).toEqual([[], before]);
});

it("npm run setup names every missing value at once if it may not ask", async () => {
  const { run, read, takeCalls } = project();
  const before = read("wrangler.toml");
  const { status, stderr } = await run("setup", ["--yes"]);
  expect(status).toBe(2);
  for (const name of ["OPERATOR_NAME", "OPERATOR_ADDRESS", "CONTACT_EMAIL", "SITE_ORIGIN", "STAFF_ID"])
    expect(stderr).toContain(`${name} (--`);
  expect([takeCalls(), read("wrangler.toml")]).toEqual([[], before]);
});

it.each([
  [
    ["--yes", "--from", "answers.env", "--contact", "a@example.com"],
    /CONTACT_EMAIL .* reserved .*a@example\.com/,
  ],
  [["--yes", "--from", "answers.env", "--backend", "http://api.harbour.de"], /API_BASE_URL .* https:/],
  [["--env", "nowhere", "--yes"], /--env: wrangler\.toml has no environment "nowhere"/],
  [["--from", "nowhere.env"], /--from: there is no file nowhere\.env/],
  [["--staff", "no id!"], /STAFF_ID \(--staff\) must be 1 to 64/],
  [["--colour", "red"], /--colour/],
])("npm run setup rejects %j with a reason", async (args, reason) => {
  const { run, takeCalls } = project();
  const { status, stderr } = await run("setup", args);
  expect(status).toBe(2);
  expect(stderr).toMatch(reason);
  expect(takeCalls()).toEqual([]);
});

it("npm run setup rejects an answers file with an unknown name", async () => {
  const { run } = project(`${ANSWERS}PASSCODE=secret\n`);
  const { status, stderr } = await run("setup", FROM_FILE);
  expect([status, stderr]).toEqual([
    2,
    expect.stringContaining("answers.env has PASSCODE, which is not asked for"),
  ]);
});

it("npm run setup creates nothing at Cloudflare if the operator has their own backend", async () => {
  const { run, read, takeCalls, root } = project();
  const { status } = await run("setup", [...FROM_FILE, "--backend", "https://api.harbour.de/v1/"]);
  expect([status, takeCalls()]).toEqual([0, []]);
  expect(read("wrangler.toml")).toContain('API_BASE_URL = "https://api.harbour.de/v1"');
  expect(existsSync(join(root, SECRETS_FILE))).toBe(false);
});

it("npm run setup continues after a failure, with the secrets that it had created", async () => {
  const { run, read, account, takeCalls } = project();
  writeFileSync(join(account, "no-secrets"), "");
  const broken = await run("setup", FROM_FILE);
  expect([broken.status, broken.stderr]).toEqual([1, expect.stringContaining("The secrets were not set.")]);
  const kept = parseEnv(read(SECRETS_FILE));
  rmSync(join(account, "no-secrets"));
  takeCalls();
  const { status, stdout } = await run("setup", FROM_FILE);
  expect([status, stdout]).toEqual([0, expect.stringContaining("Staff: OPS-1 made")]);
  const calls = takeCalls();
  expect(commandsOf(calls)).not.toContain("d1 create tidemark");
  expect(JSON.parse(calls.find(({ argv }) => argv.includes("bulk"))?.input ?? "")).toEqual(kept);
});

it("npm run setup prints the passcode of a staff account that was created before a failure", async () => {
  const { run, account, openDatabase } = project();
  writeFileSync(join(account, "cut-off"), "");
  const broken = await run("setup", FROM_FILE);
  expect([broken.status, broken.stderr]).toEqual([1, expect.stringContaining("No staff account was made.")]);
  expect(broken.stdout).toMatch(/OPS-1 gets the passcode \S{16}\./);
  expect(openDatabase().prepare("SELECT role FROM accounts").all()).toEqual([{ role: "staff" }]);
  rmSync(join(account, "cut-off"));
  expect((await run("setup", FROM_FILE)).stdout).toContain("Staff: there already.");
});

it("npm run setup keeps the embedded API on staging if production has its own backend", async () => {
  const { run, read } = project();
  await run("setup", [...FROM_FILE, "--backend", "https://api.harbour.de"]);
  const args = ["--env", "staging", "--yes", "--staff", "OPS-1", "--origin", "https://staging.harbour.de"];
  for (const again of [args, args.slice(0, 3)]) {
    const { status, stderr } = await run("setup", again);
    expect([status, stderr]).toEqual([0, ""]);
    expect(read("wrangler.toml").match(/^API_BASE_URL = .*/gm)).toEqual([
      'API_BASE_URL = "https://api.harbour.de"',
      'API_BASE_URL = ""',
    ]);
  }
});

it("npm run setup uses an existing database with the same name", async () => {
  const { run, read, account } = project();
  const uuid = "7c0d9a52-51ea-4ea5-a5b0-1f2f6a3c9d10";
  writeFileSync(
    join(account, "account.json"),
    JSON.stringify({ databases: [{ uuid, name: "tidemark" }], workers: {} }),
  );
  expect((await run("setup", FROM_FILE)).status).toBe(0);
  expect(read("wrangler.toml")).toContain(`database_id = "${uuid}"`);
});

it("npm run setup creates staging with production's values, but its own origin", async () => {
  const { run, read, account, takeCalls } = project();
  await run("setup", FROM_FILE);
  takeCalls();
  const before = read("wrangler.toml");
  const isStaging = before.indexOf("[env.staging]");
  const missing = await run("setup", ["--env", "staging", "--yes", "--staff", "OPS-1"]);
  expect([missing.status, missing.stderr]).toEqual([2, expect.stringContaining("SITE_ORIGIN (--origin)")]);
  const args = ["--env", "staging", "--yes", "--staff", "OPS-1", "--origin", "https://staging.harbour.de"];
  const { status, stdout, stderr } = await run("setup", args);
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("Next: npm run deploy -- --env staging");
  const after = read("wrangler.toml");
  expect(after.slice(0, isStaging)).toBe(before.slice(0, isStaging));
  const staging = after.slice(isStaging);
  expect(staging).toContain('OPERATOR_ADDRESS = "2 Quay, 20095 Hamburg"');
  expect(staging).toContain('SITE_ORIGIN = "https://staging.harbour.de"');
  expect(staging).not.toContain("0000-0000");
  const calls = takeCalls();
  expect(commandsOf(calls)).toContain("d1 create tidemark-staging");
  expect(calls.filter(({ argv }) => argv.includes("--env="))).toEqual([]);
  const { workers }: { workers: object } = JSON.parse(readFileSync(join(account, "account.json"), "utf8"));
  expect(workers).toEqual({ tidemark: SECRETS, "tidemark-staging": SECRETS });
  const kept = [SECRETS_FILE, ".secrets-staging.env"].map((file) => Object.values(parseEnv(read(file))));
  expect(new Set(kept.flat()).size).toBe(2 * SECRETS.length);
});
