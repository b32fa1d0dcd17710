/** The secrets of a local installation, as its start and the worker read them. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { ensureLocalSecrets } from "#worker/local/secrets.ts";

const folder = mkdtempSync(join(tmpdir(), "secrets-"));
const file = join(folder, ".dev.vars");

afterAll(() => rmSync(folder, { recursive: true }));

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
