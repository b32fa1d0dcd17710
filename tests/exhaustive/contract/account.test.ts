import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PEPPER, startSite, type Site } from "#tests/support/site.ts";

let site: Site;

beforeAll(async () => {
  site = await startSite();
});

afterAll(() => site?.close());

function run(args: readonly string[], pepper = PEPPER) {
  const env = { ...process.env, PASSCODE_PEPPER: pepper };
  return spawnSync("node", ["worker/local/account-sql.ts", ...args], { encoding: "utf8", env });
}

async function signIn(body: object): Promise<number> {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`${site.url}/api/auth/login/`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  return response.status;
}

describe("npm run account", () => {
  it("creates a staff account that can sign in only with the passcode, which is printed once", async () => {
    const { stdout, stderr } = run(["--id", "OPS-1", "--name", "Ada O'Neil"]);
    const passcode = /Passcode of OPS-1: (\S+)/.exec(stderr)?.[1];
    expect(stdout).not.toContain(passcode);
    await site.db.exec(stdout.trim());
    expect(await signIn({ pocketoption_id: "OPS-1" })).toBe(401);
    expect(await signIn({ pocketoption_id: "OPS-1", passcode })).toBe(200);
  });

  it("does not create a second account whose id differs only in case", async () => {
    const { stdout } = run(["--id", "Ops-3", "--role", "member"]);
    await site.db.exec(stdout.trim());
    for (const id of ["Ops-3", "OPS-3"]) {
      await expect(site.db.exec(run(["--id", id, "--role", "member"]).stdout.trim())).rejects.toThrow(
        /UNIQUE/,
      );
    }
  });

  it.each([
    [["--id", "no id!"], PEPPER, /--id takes/],
    [[], PEPPER, /--id takes/],
    [["--id", "OPS-2", "--role", "king"], PEPPER, /--role takes/],
    [["--id", "OPS-2", "--name", "a\nb"], PEPPER, /--name takes/],
    [["--id", "OPS-2"], "short", /PASSCODE_PEPPER/],
  ])("rejects %j with a reason", (args, pepper, reason) => {
    const { status, stdout, stderr } = run(args, pepper);
    expect(status).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toMatch(reason);
  });
});
