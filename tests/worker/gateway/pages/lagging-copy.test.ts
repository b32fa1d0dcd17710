/** What the whole worker shows when a read replica lags, in the isolate that has written and in another. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { createLaggingDatabase } from "#tests/worker/api/lagging-database.ts";
import { createMemberWorld, PASSCODE } from "#tests/worker/api/member-world.ts";
import { tokensOf } from "#tests/worker/api/session/session-world.ts";
import { signalSentBy } from "#tests/worker/api/signals/record.ts";
import worker from "#worker/index.ts";
import { MAX_STALE_MS } from "#shared/limits/pages.ts";

/** How far the clock is moved ahead. */
let aheadMs = 0;
const realNow = Date.now.bind(Date);
vi.spyOn(Date, "now").mockImplementation(() => realNow() + aheadMs);

const database = await createLaggingDatabase();
/** The worker keeps what an isolate keeps by its environment. */
const isolate = () => ({ ...env, DB: database.binding });
const [here, elsewhere] = [isolate(), isolate()];
const TRADER = "north-light";

async function ask(bindings: typeof here, path: string, init: RequestInit<IncomingRequestCfProperties> = {}) {
  const request = new Request<unknown, IncomingRequestCfProperties>(`https://copies.example${path}`, init);
  const context = createExecutionContext();
  const response = await worker.fetch(request, bindings, context);
  const answer = new Response(await response.text(), response);
  await waitOnExecutionContext(context);
  return answer;
}

async function shows(
  bindings: typeof here,
  asset: string,
  headers: Record<string, string> = {},
  path = "/en/signal",
) {
  return (await (await ask(bindings, path, { headers })).text()).includes(asset);
}

describe("after a signal has been published", () => {
  let headers: Record<string, string> = {};
  const publish = async (asset: string) => {
    const signal = signalSentBy(TRADER, { clock: { ms: Date.now() } }, { asset });
    const body = JSON.stringify(signal);
    const published = await ask(here, "/api/admin/signals/", { method: "POST", headers, body });
    expect(published.status).toBe(201);
    return published.headers.get("X-D1-Bookmark") ?? "";
  };

  beforeAll(async () => {
    const { pocketoptionId } = await createMemberWorld().createAccount({ role: "staff", passcode: PASSCODE });
    const json = { "Content-Type": "application/json" };
    const body = JSON.stringify({ pocketoption_id: pocketoptionId, passcode: PASSCODE });
    const { access } = await tokensOf(
      await ask(here, "/api/auth/login/", { method: "POST", headers: json, body }),
    );
    headers = { ...json, Authorization: `Bearer ${access}` };
    const trader = JSON.stringify({ handle: TRADER, name: "North" });
    await ask(here, "/api/admin/traders/", { method: "POST", headers, body: trader });
    await publish("EUR/USD");
    await database.catchUp();
  });

  it("the isolate that published it shows it, even if others cache pages from a lagging replica", async () => {
    expect(await shows(elsewhere, "GBP/JPY")).toBe(false);
    await publish("GBP/JPY");
    aheadMs += MAX_STALE_MS + 100;
    expect(await shows(elsewhere, "GBP/JPY")).toBe(false);
    expect(await shows(here, "GBP/JPY")).toBe(true);
    expect(await shows(here, "GBP/JPY")).toBe(true);
  });

  it("other isolates show it within two seconds of the replica having it", async () => {
    await publish("AUD/CAD");
    expect(await shows(elsewhere, "AUD/CAD")).toBe(false);
    await database.catchUp();
    aheadMs += MAX_STALE_MS + 100;
    expect(await shows(elsewhere, "AUD/CAD")).toBe(true);
  });

  it("its publisher gets it from any isolate, with the bookmark of the response", async () => {
    const payload = "/en/signal/_payload.json";
    const bookmark = await publish("USD/CHF");
    expect(await shows(elsewhere, "USD/CHF", {}, payload)).toBe(false);
    expect(await shows(elsewhere, "USD/CHF", { "X-D1-Bookmark": bookmark }, payload)).toBe(true);
  });

  it("its publisher gets it even if somebody has requested the page with a made-up bookmark before", async () => {
    const payload = "/en/signal/_payload.json?outcome=open";
    const madeUp = `ffffffff-ffffffff-ffffffff-${"f".repeat(32)}`;
    await shows(elsewhere, "CAD/JPY", { "X-D1-Bookmark": madeUp }, payload);
    const bookmark = await publish("CAD/JPY");
    expect(await shows(elsewhere, "CAD/JPY", { "X-D1-Bookmark": bookmark }, payload)).toBe(true);
  });

  it("a page that shows only the end of the ledger is cached for its publisher, too", async () => {
    const headers = { "X-D1-Bookmark": await publish("NZD/USD") };
    const use = async () =>
      (await ask(elsewhere, "/en/about/_payload.json", { headers })).headers.get("Server-Timing");
    expect(await use()).toContain("miss");
    expect(await use()).toContain("hit");
  });
});
