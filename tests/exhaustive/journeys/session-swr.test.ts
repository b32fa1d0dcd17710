import { expect, it } from "vitest";
import { build } from "vite";
import { countCalls, openMember } from "#tests/support/member.ts";
import { MEMBER_ID } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";

const { site, browser } = await openSiteAndBrowser();

/** The page's script, as one module. */
async function bundle(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "silent",
    oxc: { jsx: { runtime: "automatic", development: false } },
    define: { "process.env.NODE_ENV": '"production"' },
    build: { write: false, minify: false, lib: { entry, formats: ["es"] } },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !("output" in output)) throw new Error(`${entry} was not built`);
  return output.output[0].code;
}

it("50 parallel SWR requests that get a 401 cause one refresh, and all get their response", async () => {
  const script = await bundle("tests/support/fifty-calls.tsx");
  const context = await openMember(browser, site);
  await context.route(`${site.url}/fifty-calls.js`, (route) =>
    route.fulfill({ contentType: "text/javascript", body: script }),
  );
  await context.route(`${site.url}/fifty-calls`, (route) =>
    route.fulfill({
      contentType: "text/html",
      body: '<!doctype html><body></body><script type="module" src="/fifty-calls.js"></script>',
    }),
  );
  const page = await context.newPage();
  await page.addInitScript(() => {
    const token = localStorage.getItem("accessToken") ?? "";
    // The signature of another token: the client takes it for current, the server does not.
    if (!token.endsWith("AAAA")) localStorage.setItem("accessToken", `${token.slice(0, -4)}AAAA`);
  });
  const calls = countCalls(context);
  await page.goto(`${site.url}/fifty-calls`);
  await expect.poll(() => page.getByText(MEMBER_ID).count(), { timeout: 15_000 }).toBe(50);
  expect(calls("POST /api/auth/refresh/ 200")).toBe(1);
  expect(calls("POST /api/auth/refresh/")).toBe(1);
  expect(calls("GET /api/auth/me/ 401")).toBeGreaterThan(1);
  expect(calls("GET /api/auth/me/ 200")).toBe(50);
  await context.close();
});
