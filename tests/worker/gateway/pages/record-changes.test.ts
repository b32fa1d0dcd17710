/** What pages show after a change of the record, with the whole worker and with an operator's own backend. */
import { env } from "cloudflare:workers";
import { createExecutionContext, createScheduledController, waitOnExecutionContext } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { createMemberWorld, PASSCODE } from "#tests/worker/api/member-world.ts";
import { tokensOf } from "#tests/worker/api/session/session-world.ts";
import {
  addSomeTrader,
  createRecord,
  DAY_MS,
  MINUTE_MS,
  signalBy,
  signalSentBy,
} from "#tests/worker/api/signals/record.ts";
import { publishSignal } from "#worker/api/signals/index.ts";
import { readConfig, type Config } from "#worker/config.ts";
import worker from "#worker/index.ts";
import { testGateway } from "../test-gateway.ts";
import { createEdgeCache } from "#worker/gateway/pages/edge-cache.ts";
import { createPageCache } from "#worker/gateway/pages/page-cache.ts";
import { pagesVersion } from "#worker/gateway/pages/page-settings.ts";
import { startTimer } from "#worker/gateway/timer.ts";
import { EVIDENCE } from "#tests/support/chained.ts";

const ORIGIN = "https://changes.tidemark.example";

async function ask(path: string, init: RequestInit<IncomingRequestCfProperties> = {}): Promise<Response> {
  const request = new Request<unknown, IncomingRequestCfProperties>(ORIGIN + path, init);
  const context = createExecutionContext();
  const response = await worker.fetch(request, env, context);
  const answer = new Response(await response.text(), response);
  await waitOnExecutionContext(context);
  return answer;
}

/**
 * Asks until the page is in memory, so that nothing but a purge can explain another answer a moment later. Made of an answer that was
 * kept, it is renewed sooner.
 */
async function keepPage(path: string): Promise<string> {
  for (let asked = 0; asked < 10; asked += 1) {
    const kept = await ask(path);
    if (kept.headers.get("Server-Timing") === 'cache;desc="hit"') return kept.text();
  }
  throw new Error(`${path} is not kept`);
}

describe("the very next request after a change", () => {
  const longAgo = createRecord(Date.now() - 20 * DAY_MS);
  const lately = createRecord(Date.now() - 10 * MINUTE_MS);
  let trader = "";
  let staff: Record<string, string> = {};
  let overdueId = "";
  let openId = "";

  beforeAll(async () => {
    trader = await addSomeTrader(longAgo);
    overdueId = (await publishSignal(longAgo.deps, signalBy(trader, longAgo))).id;
    openId = (await publishSignal(lately.deps, signalBy(trader, lately))).id;
    const world = createMemberWorld();
    const { pocketoptionId } = await world.createAccount({ role: "staff", passcode: PASSCODE });
    const signedIn = await post("/api/auth/login/", { pocketoption_id: pocketoptionId, passcode: PASSCODE });
    staff = { Authorization: `Bearer ${(await tokensOf(signedIn)).access}` };
  });

  const post = (path: string, body: unknown) =>
    ask(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...staff },
      body: JSON.stringify(body),
    });

  it("shows on every page that a signal has been settled", async () => {
    const paths = [`/en/signal/${openId}`, "/en/signal", `/en/traders/${trader}`, "/en"];
    const before = await Promise.all(paths.map(keepPage));
    const outcome = { outcome: "won", evidence: EVIDENCE };
    const settled = await post(`/api/admin/signals/${openId}/settle/`, outcome);
    expect(settled.status).toBe(200);
    const after = await Promise.all(paths.map((path) => ask(path)));
    for (const [index, response] of after.entries()) {
      expect(response.headers.get("Server-Timing"), paths[index]).toContain('cache;desc="miss"');
      const [old, now] = [textOf(before[index] ?? ""), textOf(await response.text())];
      expect(wonIn(now), paths[index]).toBeGreaterThan(wonIn(old));
    }
  });

  it("shows a published signal", async () => {
    expect(await keepPage("/en/signal")).not.toContain("GBP/JPY");
    const signal = signalSentBy(trader, createRecord(Date.now()), { asset: "GBP/JPY" });
    expect((await post("/api/admin/signals/", signal)).status).toBe(201);
    expect(await (await ask("/en/signal")).text()).toContain("GBP/JPY");
  });

  it("shows a signal that the scheduled jobs have settled", async () => {
    expect(await keepPage(`/en/signal/${overdueId}`)).toContain("To be settled by");
    const context = createExecutionContext();
    worker.scheduled(createScheduledController(), env, context);
    await waitOnExecutionContext(context);
    expect(await (await ask(`/en/signal/${overdueId}`)).text()).not.toContain("To be settled by");
  });
});

/** Says "Won 1" in sums, and "won" beside a signal. */
const wonIn = (text: string) => (text.match(/\bwon\b(?!\s+0)/gi) ?? []).length;

/** What a reader reads, without whatever differs between two answers with the same content. */
function textOf(html: string): string {
  return html.slice(html.indexOf("<main"), html.indexOf("</main>")).replaceAll(/<[^>]*>/g, " ");
}

describe("with an operator's own backend", () => {
  /** A site whose backend counts how often the page's data is asked for, and answers writes with `status`. */
  function createSite(changes: Partial<Config> = {}, name: string = crypto.randomUUID()) {
    const site = { asked: 0, status: 200, lookups: 0 };
    let nowMs = Date.now();
    const now = () => nowMs;
    const log = () => {};
    const config = { ...readConfig(env), ...changes };
    const open = async () => {
      site.lookups += 1;
      return caches.open(name);
    };
    const edge = createEdgeCache({ open, version: pagesVersion(config), startTimer });
    const { gateway } = testGateway({
      config,
      upstream: {
        baseUrl: "https://upstream.invalid",
        // What only adorns a page breaks its contract, and is left out.
        async fetch(url, { method }) {
          if (method === "GET" && String(url).endsWith("/api/signals/")) site.asked += 1;
          return Response.json({ results: [], next: null }, { status: method === "GET" ? 200 : site.status });
        },
      },
      now,
      pageCache: createPageCache({ now, startTimer, log, edge }),
    });
    async function ask(path: string, method = "GET"): Promise<string> {
      const context = createExecutionContext();
      const response = await gateway.fetch(new Request(`${ORIGIN}${path}`, { method }), env, context);
      await response.text();
      await waitOnExecutionContext(context);
      nowMs += 1;
      return /desc="(\w+)"/.exec(response.headers.get("Server-Timing") ?? "")?.[1] ?? "";
    }
    return Object.assign(site, { ask });
  }

  it.each([
    ["POST", "/api/admin/signals/x/settle/", 200, "miss"],
    ["POST", "/api/hooks/key/", 202, "miss"],
    ["POST", "/api/admin/signals/x/settle/", 409, "hit"],
    ["POST", "/api/auth/login/", 200, "hit"],
    ["GET", "/api/admin/signals/", 200, "hit"],
  ])("after a %s to %s answered with %i a cached page is a %s", async (method, path, status, use) => {
    const site = createSite();
    site.status = status;
    await site.ask("/en/signal");
    await site.ask(path, method);
    expect([await site.ask("/en/signal"), site.asked]).toEqual([use, use === "miss" ? 2 : 1]);
  });

  it("another isolate finds a page in the data centre's cache, unless its configuration differs", async () => {
    const name = crypto.randomUUID();
    await createSite({}, name).ask("/en/signal");
    expect(await createSite({}, name).ask("/en/signal")).toBe("edge");
    const brand = { ...readConfig(env).brand, name: "Another" };
    expect(await createSite({ brand }, name).ask("/en/signal")).toBe("miss");
    expect(await createSite({ absentParts: ["csv"] }, name).ask("/en/signal")).toBe("miss");
    expect(await createSite({ signUp: "invite" }, name).ask("/en/signal")).toBe("miss");
  });

  it("a page that cannot be cached is not looked up", async () => {
    const site = createSite();
    for (const path of ["/en/login?next=%2Fen", "/en/profile", "/en/nowhere"]) await site.ask(path);
    expect(site.lookups).toBe(0);
    await site.ask("/en/signal?cursor=9");
    expect(site.lookups).toBeGreaterThan(0);
  });
});
