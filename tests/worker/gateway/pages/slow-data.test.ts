/** A page with a slow upstream: the part before its data does not wait. */
import { env } from "cloudflare:workers";
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { LATE_AFTER_MS } from "#shared/limits/pages.ts";
import {
  addSomeTrader,
  createRecord,
  createRecordApi,
  publishAndSettle,
  signalBy,
} from "#tests/worker/api/signals/record.ts";
import { startTimer, type StartTimer } from "#worker/gateway/timer.ts";
import { testGateway } from "../test-gateway.ts";

const record = createRecord();
const api = createRecordApi({ db: record.deps.db, now: record.deps.now, log: () => {} });

let trader = "";

beforeAll(async () => {
  trader = await addSomeTrader(record);
  for (const outcome of ["won", "lost"] as const)
    await publishAndSettle(record, signalBy(trader, record), outcome);
});

/** Data is late as soon as it is asked for. */
const lateAtOnce: StartTimer = (ms) =>
  ms === LATE_AFTER_MS ? { over: Promise.resolve(), stop: () => {} } : startTimer(ms);

/** A site of its own whose upstream answers once `release` is called. */
function slowSite(
  answer: (request: Request) => Response | Promise<Response> = (request) => api.fetch(request),
) {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let asked = 0;
  const { gateway } = testGateway({
    upstream: {
      baseUrl: "https://upstream.invalid",
      async fetch(...call) {
        asked += 1;
        await released;
        return answer(new Request(...call));
      },
    },
    now: record.deps.now,
    startTimer: lateAtOnce,
  });
  async function get(path: string, headers: Record<string, string> = {}) {
    const context = createExecutionContext();
    const request = new Request(`https://site.example${path}`, { headers });
    const response = await gateway.fetch(request, env, context);
    return { response, ended: () => waitOnExecutionContext(context) };
  }
  return { get, release, asked: () => asked };
}

/** What the browser has been sent before anything else happens. */
async function readBeginning(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  until: string,
): Promise<string> {
  const decoder = new TextDecoder();
  let html = "";
  while (!html.includes(until)) {
    const { value, done } = await reader.read();
    if (done) break;
    html += decoder.decode(value, { stream: true });
  }
  return html;
}

describe.each(["/en", "/de/signal", "/fr/traders"])("the page at %s", (path) => {
  it("sends its heading before its data, then the data", async () => {
    const { get, release } = slowSite();
    const { response, ended } = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const nonce = /'nonce-([^']+)'/.exec(response.headers.get("Content-Security-Policy") ?? "")?.[1] ?? "";
    expect(nonce).toHaveLength(24);
    const reader = response.body?.getReader() ?? expect.fail("no body");
    const beginning = await readBeginning(reader, "</h1>");
    // Presses are held meanwhile.
    expect(beginning).toMatch(/<style[^>]*>@layer[\s\S]*heldPresses[\s\S]*<h1>/);
    expect(beginning).not.toContain(trader);
    release();
    const html = beginning + (await readBeginning(reader, "</html>"));
    await ended();
    expect(html).toContain(trader);
    // React's own script, which puts the data in its place.
    expect(html).toContain(`<script nonce="${nonce}">`);
    const { response: quick } = await get(path);
    expect(quick.headers.get("Server-Timing")).toContain("hit");
    expect(await quick.text()).not.toContain("nonce");
  });

  it("is sent in one piece to a browser without script", async () => {
    const { get, release } = slowSite();
    const pending = get(`${path}?whole`);
    await scheduler.wait(20);
    release();
    const { response } = await pending;
    const html = await response.text();
    expect(html).toContain(trader);
    expect(html).not.toMatch(/<template|<div hidden/);
  });
});

it("a page says in the place of its data that it could not be loaded, if the upstream fails after a wait", async () => {
  const { get, release } = slowSite(() => new Response("<h1>Bad gateway</h1>", { status: 501 }));
  const { response, ended } = await get("/en/signal");
  release();
  const html = await response.text();
  await ended();
  expect(response.status).toBe(200);
  expect(html).toContain('<div class="empty" role="alert">');
  expect(html.trimEnd().endsWith("</html>")).toBe(true);
});

it("a page waits for its data if the status depends on it, and for crawlers", async () => {
  for (const [path, agent] of [
    ["/en/traders/nobody", "Mozilla/5.0"],
    ["/en/signal", "Googlebot/2.1"],
  ] as const) {
    const { get, release } = slowSite(() =>
      Response.json({ detail: "gone", code: "not_found" }, { status: 404 }),
    );
    const pending = get(path, { "User-Agent": agent });
    const isFirst = await Promise.race([pending.then(() => true), scheduler.wait(50).then(() => false)]);
    expect(isFirst, path).toBe(false);
    release();
    const { response } = await pending;
    expect(response.status, path).toBe(path.includes("nobody") ? 404 : 200);
    await response.body?.cancel();
  }
});

it("a hundred visitors at the same time cause one request to the upstream", async () => {
  const { get, release, asked } = slowSite();
  const pending = Array.from({ length: 100 }, () => get("/en/traders"));
  await vi.waitFor(() => expect(asked()).toBe(1));
  release();
  const answers = await Promise.all(pending);
  const pages = await Promise.all(answers.map(({ response }) => response.text()));
  await Promise.all(answers.map(({ ended }) => ended()));
  // The first has its data put in its place by script; the others get one and the same document.
  expect(new Set(pages).size).toBe(2);
  expect(asked()).toBe(1);
});
