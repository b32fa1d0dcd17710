/** The secrets of a local installation, as its start and the worker read them, and the files with secrets. */
import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { ensureLocalSecrets } from "#worker/commands/secrets.ts";
import { openState, writeState } from "#worker/commands/witness/witness-state.ts";

const folder = temporaryFolder();
const file = join(folder, ".dev.vars");

it.each(["'a pepper'", '"a pepper"', "a pepper", "'a pepper' # a comment"])(
  "the pepper is read from PASSCODE_PEPPER=%s",
  (written) => {
    writeFileSync(file, `PASSCODE_PEPPER=${written}\n`);
    expect(ensureLocalSecrets(file).PASSCODE_PEPPER).toBe("a pepper");
  },
);

it("missing or empty secrets are added once, and nothing else is changed", () => {
  const own = "# mine\nPASSCODE_PEPPER=\nJWT_SIGNING_KEYS=local-1:key\nOTHER='x'";
  writeFileSync(file, own);
  const secrets = ensureLocalSecrets(file);
  expect(secrets.JWT_SIGNING_KEYS).toBe("local-1:key");
  expect(secrets.PASSCODE_PEPPER).toHaveLength(64);
  expect(Buffer.from(secrets.LOG_SIGNING_KEY, "base64url")).toHaveLength(32);
  expect(secrets.VAPID_KEYS).toMatch(/^B[\w-]{86}:[\w-]{43}$/);
  expect(readFileSync(file, "utf8")).toBe(
    `${own}\nLOG_SIGNING_KEY="${secrets.LOG_SIGNING_KEY}"\nPASSCODE_PEPPER="${secrets.PASSCODE_PEPPER}"\nVAPID_KEYS="${secrets.VAPID_KEYS}"\nDEMO_STAFF_PASSCODE="${secrets.DEMO_STAFF_PASSCODE}"\n`,
  );
  expect(ensureLocalSecrets(file)).toMatchObject(secrets);
});

it("only their owner can read them, even where others could before", () => {
  for (const own of ["# mine\n", readFileSync(file, "utf8")]) {
    writeFileSync(file, own);
    chmodSync(file, 0o644);
    ensureLocalSecrets(file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  }
});

it("only its owner can read a witness's state, even where others could before", () => {
  const stateFile = join(folder, "witness-state.json");
  const state = openState(stateFile, "friend.example/witness");
  expect(statSync(stateFile).mode & 0o777).toBe(0o600);
  chmodSync(stateFile, 0o644);
  openState(stateFile, "friend.example/witness");
  expect(statSync(stateFile).mode & 0o777).toBe(0o600);
  // Left by a crash.
  writeFileSync(`${stateFile}.part`, "", { mode: 0o644 });
  writeState(stateFile, state);
  expect(statSync(stateFile).mode & 0o777).toBe(0o600);
});
