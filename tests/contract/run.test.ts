/** The command as an operator runs it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DjangoDouble, htmlAnswer, restAnswer, startDjango } from "#tests/support/django-double.ts";
import { runScript } from "#tests/support/run-script.ts";

let django: DjangoDouble;

beforeAll(async () => {
  django = await startDjango([{ pocketoptionId: "PO-1001", passcode: null }]);
});
afterAll(() => django.close());

const run = (words: readonly string[], env: Record<string, string> = {}) =>
  runScript(["tests/contract/run.ts", ...words], { env });

it("npm run contract exits with 0 for an API that has everything that is required", async () => {
  const { status, stdout } = await run([django.url], { CONTRACT_MEMBER_ID: "PO-1001" });
  expect(stdout).toContain("ok           GET /api/auth/me/ names the member (role member)\n");
  expect(stdout).toMatch(
    /\n\d+ ok, 0 required missing, \d+ not there, 1 advised, \d+ not checked\.\nAPI_PARTS = "auth"\n$/,
  );
  expect(status).toBe(0);
});

it("npm run contract exits with 1 if something required is missing", async () => {
  django.distort(() => htmlAnswer(404, "Not Found"));
  const { status, stdout } = await run([django.url]);
  expect(stdout).toMatch(/^misses +GET \/api\/auth\/me\/ without a token is refused with 401: .* got 404 /m);
  expect(status).toBe(1);
});

it("npm run contract reports requests that are allowed without signing in", async () => {
  django.distort(() => restAnswer(200, {}));
  const { status, stdout } = await run([django.url]);
  expect(stdout).toMatch(/^misses +DELETE \/api\/profile\/ is refused without a token: .* got 200 /m);
  expect(status).toBe(1);
});
