/** A database without migrations, as on an operator's first visit: what pages and API clients get. */
import { SELF } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { beforeAll, describe, expect, it } from "vitest";
import { type Language, LANGUAGES } from "#shared/site/languages.ts";
import type refusal from "#shared/locales/en/refusal.json";
import { isMigrated, NEWEST_MIGRATION } from "#worker/api/readiness.ts";
import { refusalOfNotMigrated } from "#worker/gateway/pages/database-not-migrated.ts";
import { emptyStorage } from "../empty-storage.ts";

const DEPLOYED = "npx wrangler d1 migrations apply DB --remote";
const LOCAL = "npx wrangler d1 migrations apply DB --local";

async function refusalTexts(language: Language): Promise<typeof refusal> {
  const { default: texts } = await import(`../../../shared/locales/${language}/refusal.json`);
  return texts;
}

const get = (path: string, init?: RequestInit<IncomingRequestCfProperties>) =>
  SELF.fetch(`https://tidemark.example${path}`, { redirect: "manual", ...init });

beforeAll(emptyStorage);

describe("pages without a migrated database", () => {
  it.each([...LANGUAGES.map((language) => `/${language}`), "/en/traders"])(
    "%s shows the error and the migration commands",
    async (path) => {
      const response = await get(path);
      const html = await response.text();
      expect(response.status).toBe(503);
      const language = LANGUAGES.find((one) => path.startsWith(`/${one}`));
      expect(html).toContain((await refusalTexts(language ?? "en")).notMigrated.text);
      expect(html).toContain(DEPLOYED);
      expect(html).toContain(LOCAL);
      expect(html).not.toMatch(/SQLITE|D1_|no such table/);
      expect(response.headers.get("Cache-Control")).toBe("no-store");
      expect(response.headers.get("X-Robots-Tag")).toBe("noindex");
    },
  );

  it("name the staging database in the commands if the site is staging", () => {
    const { problem, commands } = refusalOfNotMigrated({ environment: "staging" });
    expect(commands).toEqual([`${DEPLOYED} --env staging`, LOCAL]);
    expect(problem.detail).toContain(`${DEPLOYED} --env staging (`);
  });

  it("that need no data work as usual", async () => {
    expect((await get("/de/terms")).status).toBe(200);
    expect((await get("/de/login")).status).toBe(200);
  });
});

it("a page's payload has the API's error", async () => {
  const response = await get("/en/signal/_payload.json");
  expect([response.status, await response.json()]).toMatchObject([503, { code: "database_not_migrated" }]);
});

const SIGN_IN = {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ pocketoption_id: "SOME-1001" }),
};

it.each<[path: string, init?: RequestInit<IncomingRequestCfProperties>]>([
  ["/api/signals/"],
  ["/api/feeds/en/signals.atom"],
  ["/api/auth/login/", SIGN_IN],
])("%s names the migration commands and tells clients not to retry", async (path, init) => {
  const response = await get(path, init);
  expect([response.status, await response.json()]).toEqual([
    503,
    { code: "database_not_migrated", detail: expect.stringContaining(DEPLOYED) },
  ]);
  expect(response.headers.get("X-Should-Retry")).toBe("false");
  expect(response.headers.get("Server-Timing")).not.toContain("retry");
});

describe("isMigrated", () => {
  const find = () => isMigrated(drizzle(env.DB));

  it("is false without migrations and with an older schema, and true with the newest", async () => {
    expect(await find()).toBe(false);
    await env.DB.exec("CREATE TABLE d1_migrations (name TEXT)");
    expect(await find()).toBe(false);
    await env.DB.prepare("INSERT INTO d1_migrations VALUES (?)").bind(NEWEST_MIGRATION).run();
    expect(await find()).toBe(true);
  });
});
