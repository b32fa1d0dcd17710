/** Local commands that are given options they do not know. */
import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

it.each([
  [["back-up.ts", "x.sql", "--remte"], "Usage: npm run backup -- FILE [--remote]\n"],
  [["back-up.ts"], "Usage: npm run backup -- FILE [--remote]\n"],
  [["restore.ts", "x.sql", "y.sql"], "Usage: npm run restore -- FILE [--remote]\n"],
  [["seed.ts", "--signals", "-3"], "Usage: npm run seed -- [--signals N]\n"],
  [["seed.ts", "100"], "Usage: npm run seed -- [--signals N]\n"],
  [["seed.ts", "--signals", "many"], "Usage: npm run seed -- [--signals N]\n"],
])("%j says what is wrong and how it is used, and does nothing", ([file = "", ...args], usage) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`worker/local/${file}`, ...args], {
    encoding: "utf8",
  });
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr.endsWith(usage)).toBe(true);
  expect(stderr).not.toContain("    at ");
});
