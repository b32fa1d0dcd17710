/** `npm run dev`, in a copy of the project that the test may change. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import type { Browser, Page } from "playwright-core";
import * as v from "valibot";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Signal, SignalDetail } from "#shared/contracts/signals.ts";
import { callApi, signInByApi } from "#tests/support/api-client.ts";
import { launchChromium } from "#tests/support/chromium.ts";
import { listen, stop } from "#tests/support/local-server.ts";
import { copyProject } from "#tests/support/deployable-site.ts";
import { DEMO_ACCOUNTS } from "#worker/local/demo-data/demo-accounts.ts";

const root = copyProject();
let server: ChildProcess;
let browser: Browser;
let page: Page;
let url = "";

beforeAll(async () => {
  // A port that is free, and was taken a moment before.
  const probe = createServer();
  url = await listen(probe);
  await stop(probe);
  server = spawn("node", [resolve("worker/local/start.ts"), "--dev"], {
    cwd: root,
    env: { ...process.env, PORT: new URL(url).port },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((resolve, reject) => {
    server.stdout?.on("data", (text) => String(text).includes("Ctrl-C stops.") && resolve());
    server.on("exit", (code) => reject(new Error(`npm run dev ended with ${code}`)));
  });
  browser = await launchChromium();
  page = await browser.newPage();
});

afterAll(async () => {
  await browser.close();
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  await ended;
  rmSync(root, { recursive: true, force: true });
});

function change(file: string, from: string, to: string): void {
  const path = join(root, file);
  const text = readFileSync(path, "utf8");
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
}

it("npm run dev shows a changed component, and keeps form input", async () => {
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  await page.goto(`${url}/en/signal`);
  await page.locator("html[data-member]").waitFor();
  await page.waitForFunction(() => performance.getEntriesByName("hydrated").length > 0);
  await page.locator('input[name="asset"]').fill("EUR/USD");
  change(
    "client/pages/signal/signal-list.tsx",
    '<h1>{t("heading")}</h1>',
    '<h1>{t("heading")}, changed</h1>',
  );
  await page.locator("h1", { hasText: "Signals, changed" }).waitFor();
  expect(await page.locator('input[name="asset"]').inputValue()).toBe("EUR/USD");
  expect(complaints).toEqual([]);
});

it("npm run dev uses a changed worker file", async () => {
  change("worker/gateway/search/robots.ts", "User-agent: *", "User-agent: anybody");
  await expect
    .poll(async () => (await fetch(`${url}/robots.txt`)).text(), { interval: 50 })
    .toContain("User-agent: anybody");
});

it("npm run dev settles expired signals by the demo's prices in the minute's job", async () => {
  const { DEMO_STAFF_PASSCODE } = parseEnv(readFileSync(join(root, ".dev.vars"), "utf8"));
  const staff = await signInByApi(url, DEMO_ACCOUNTS.staff, DEMO_STAFF_PASSCODE);
  const nowMs = Date.now();
  const answer = await callApi(url, staff, "POST", "/api/admin/signals/", {
    trader: "north-light",
    asset: "BTC/USD",
    direction: "up",
    entry_at: new Date(nowMs + 1_000).toISOString(),
    expires_at: new Date(nowMs + 12_000).toISOString(),
    payout: 0.85,
  });
  const { id, price_rule } = v.parse(Signal, await answer.json());
  expect(price_rule?.sources).toEqual(["127.0.0.1:8789"]);
  const settled = async () => {
    await fetch(`${url}/cdn-cgi/local/scheduled`);
    return v.parse(SignalDetail, await (await fetch(`${url}/api/signals/${id}/`)).json());
  };
  await expect.poll(settled, { interval: 2_000, timeout: 60_000 }).toMatchObject({
    outcome: expect.stringMatching(/^(?:won|lost|draw)$/),
    settled_by: "prices",
    prices: [{ source: "Demo quotes", entry: { price: expect.stringMatching(/^\d+\.\d\d$/) } }],
  });
});
