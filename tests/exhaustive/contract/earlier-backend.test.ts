/** An operator's backend that does not support prices: its responses lack those fields, and everything else works. */
import { createServer, type Server } from "node:http";
import { drizzle } from "drizzle-orm/d1";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SETTLEMENT_GRACE_MS } from "#shared/limits/signals.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { verify } from "#tests/support/verify.ts";
import {
  correctSignal,
  publishSignal,
  settleOverdue,
  settleSignal,
  voidSignal,
} from "#worker/api/signals/index.ts";
import { addTrader } from "#worker/api/traders/index.ts";
import { runContract } from "#tests/contract/run-contract.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60_000;
const OF_PRICES = new Set([
  "price_rule",
  "stated_price",
  "settled_by",
  "prices",
  "evidence",
  "price_wait",
  "by_prices",
  "void_unpriced",
]);

let whole: Site;
let backend: Server;
let backendUrl = "";
/** Names of fields that were left out. */
const leftOut = new Set<string>();

beforeAll(async () => {
  whole = await startSite();
  await writeByHand();
  backend = createServer((request, response) => {
    void (async () => {
      const answer = await fetch(whole.url + (request.url ?? "/"), {
        method: request.method ?? "GET",
        headers: { Accept: "application/json" },
        redirect: "manual",
      });
      const type = answer.headers.get("Content-Type") ?? "text/plain";
      const bytes = Buffer.from(await answer.arrayBuffer());
      response.writeHead(answer.status, { "Content-Type": type });
      response.end(
        type.includes("/json") ? JSON.stringify(JSON.parse(bytes.toString(), withoutPrices)) : bytes,
      );
    })();
  });
  await new Promise<void>((resolve) => backend.listen(0, "127.0.0.1", resolve));
  const address = backend.address();
  if (address === null || typeof address === "string") throw new Error("Expected a TCP address");
  backendUrl = `http://127.0.0.1:${address.port}`;
}, 60_000);

afterAll(async () => {
  backend.closeAllConnections();
  backend.close();
  await whole.close();
});

it("a backend without prices passes all contract checks of public reads", async () => {
  const findings = await runContract({
    baseUrl: backendUrl,
    vantage: "backend",
    memberId: null,
    passcode: null,
    siteOrigin: null,
  });
  const read = findings.filter(({ claim }) => claim.endsWith("can be read by the pages"));
  expect(read.length).toBeGreaterThan(5);
  expect(read.filter(({ verdict }) => verdict.kind !== "ok")).toEqual([]);
  expect([...leftOut].toSorted()).toEqual([...OF_PRICES].toSorted());
});

it("the published figures of a backend without prices follow from its ledger", async () => {
  expect(await verify(backendUrl)).toMatchObject({
    code: 0,
    output: expect.stringContaining("follows from them: the summary, 1 traders, 5 signals."),
  });
});

it("the site shows the pages of a backend without prices", async () => {
  const site = await startSite({ apiBaseUrl: backendUrl });
  for (const path of ["/en", "/de/signal", "/fr/traders", "/it/traders/ruddy"]) {
    const page = await fetch(site.url + path);
    expect([path, page.status]).toEqual([path, 200]);
    expect(await page.text()).toContain("ruddy");
  }
  await site.close();
});

function withoutPrices(this: unknown, name: string, value: unknown): unknown {
  if (!OF_PRICES.has(name)) return value;
  leftOut.add(name);
  return undefined;
}

/** Signals with every outcome, all settled by hand or by their deadline. */
async function writeByHand(): Promise<void> {
  const clock = { ms: Date.now() - 2 * DAY_MS };
  const deps = { db: drizzle(whole.db), log: () => {}, announce: () => {}, now: () => clock.ms };
  await addTrader(deps, { handle: "ruddy", name: "Ruddy" });
  const entryMs = clock.ms + MINUTE_MS;
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    const signal = { trader: "ruddy", asset: "EUR/USD", direction: "up", payout: 0.85 } as const;
    const times = { entry_at: entryMs, expires_at: entryMs + MINUTE_MS };
    ids.push((await publishSignal(deps, { ...signal, ...times })).id);
  }
  const [won = "", lost = "", corrected = "", voided = ""] = ids;
  await voidSignal(deps, voided, "By mistake");
  clock.ms = entryMs + MINUTE_MS;
  await settleSignal(deps, won, "won");
  await settleSignal(deps, lost, "lost");
  await settleSignal(deps, corrected, "won");
  await correctSignal(deps, corrected, { from: "won", outcome: "draw", reason: "Misread" });
  clock.ms += SETTLEMENT_GRACE_MS;
  await settleOverdue(deps);
}
