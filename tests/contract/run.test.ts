/** The command as an operator runs it. */
import { execFile } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DjangoDouble, htmlAnswer, restAnswer, startDjango } from "#tests/support/django-double.ts";

let django: DjangoDouble;

beforeAll(async () => {
  django = await startDjango([{ pocketoptionId: "PO-1001", passcode: null }]);
});
afterAll(() => django.close());

interface Run {
  readonly code: number | null;
  readonly output: string;
  readonly complaint: string;
}

function run(words: readonly string[], env: Record<string, string> = {}): Promise<Run> {
  const script = fileURLToPath(new URL("run.ts", import.meta.url));
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, ...words], { env }, (_error, output, complaint) =>
      resolve({ code: child.exitCode, output, complaint }),
    );
  });
}

it("npm run contract exits with 0 for an API that has everything that is required", async () => {
  const { code, output } = await run([django.url], { CONTRACT_MEMBER_ID: "PO-1001" });
  expect(output).toContain("ok           GET /api/auth/me/ names the member (role member)\n");
  expect(output).toMatch(
    /\n\d+ ok, 0 required missing, \d+ not there, 1 advised, \d+ not checked\.\nAPI_PARTS = "auth"\n$/,
  );
  expect(code).toBe(0);
});

it("npm run contract exits with 1 if something required is missing", async () => {
  django.distort(() => htmlAnswer(404, "Not Found"));
  const { code, output } = await run([django.url]);
  expect(output).toMatch(/^misses +GET \/api\/auth\/me\/ without a token is refused with 401: .* got 404 /m);
  expect(code).toBe(1);
});

it("npm run contract reports requests that are allowed without signing in", async () => {
  django.distort(() => restAnswer(200, {}));
  const { code, output } = await run([django.url]);
  expect(output).toMatch(/^misses +DELETE \/api\/profile\/ is refused without a token: .* got 200 /m);
  expect(code).toBe(1);
});

it("npm run contract prints its usage and exits with 2 if it is called with wrong arguments", async () => {
  for (const words of [[], ["api.example"], [django.url, "more"]]) {
    expect(await run(words)).toEqual({
      code: 2,
      output: "",
      complaint: expect.stringMatching(/^Name one address.*\nUsage: npm run contract -- \[--site\]/),
    });
  }
});
