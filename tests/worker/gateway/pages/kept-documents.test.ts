import { createExecutionContext, SELF, waitOnExecutionContext } from "cloudflare:test";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import type { GatewayEnv } from "#worker/gateway/context.ts";
import { createNonce } from "#worker/gateway/nonce.ts";
import { createKeptDocuments, type RenderDocument } from "#worker/gateway/pages/kept-documents.ts";
import { createPageCache } from "#worker/gateway/pages/page-cache.ts";
import { sleep } from "#worker/http/sleep.ts";

/** A site of one page that shows a record; the clock stands still until it is moved. */
function createSite({ hasData = true, isKnown = true, hasFaults = false, renderMs = 0 } = {}) {
  const site = { nowMs: 1_000_000, record: "open", renders: 0, logged: [] as string[], get };
  const signal = new AbortController().signal;
  const render: RenderDocument = async (c) => {
    site.renders += 1;
    const readAtMs = site.nowMs;
    const { record } = site;
    if (renderMs > 0) await sleep(renderMs, signal);
    const nonce = c.get("nonce");
    const body = `<p>${record}</p><script nonce="${nonce}"></script><link nonce="${nonce}"></html>`;
    const headers = { ETag: `W/"${record}"`, "Content-Security-Policy": nonce, "Set-Cookie": "language=de" };
    return {
      response: new Response(body, { headers }),
      keep: isKnown ? { readAtMs: hasData ? readAtMs : null, hasFaults: () => hasFaults } : null,
    };
  };
  const cache = createPageCache({ now: () => site.nowMs, sleep });
  const documents = createKeptDocuments({ cache, render, log: ({ event }) => site.logged.push(event) });
  const app = new Hono<GatewayEnv>();
  app.get("*", (c) => {
    c.set("requestId", "test");
    c.set("nonce", createNonce());
    return documents.answer(c, "de");
  });

  /** The answer, after everything that it has set going in the background. */
  async function get(path: string, init: RequestInit = {}) {
    const ctx = createExecutionContext();
    const response = await app.fetch(new Request(`https://tidemark.example${path}`, init), {}, ctx);
    const html = await response.text();
    await waitOnExecutionContext(ctx);
    return { status: response.status, headers: response.headers, html };
  }
  return site;
}

function noncesOf(html: string): string[] {
  return Array.from(html.matchAll(/nonce="([^"]+)"/g), (match) => match[1] ?? "");
}

describe("a nonce", () => {
  it("is new in header and body of every answer, rendered or kept", async () => {
    const site = createSite({ hasData: false });
    const answers = [];
    for (let index = 0; index < 20; index += 1) answers.push(await site.get("/de/about"));
    const nonces = answers.map(({ html, headers }) => {
      const [first = "", ...rest] = noncesOf(html);
      expect(rest).toEqual([first]);
      expect(headers.get("Content-Security-Policy")).toContain(first);
      return first;
    });
    expect(new Set(nonces).size).toBe(20);
    expect(site.renders).toBe(1);
  });

  it("is new in every answer of the real site, and the rest of the document the same", async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => SELF.fetch("https://tidemark.example/de/terms")),
    );
    const documents = await Promise.all(answers.map((answer) => answer.text()));
    const nonces = documents.map((html, index) => {
      const [nonce = ""] = noncesOf(html);
      expect(new Set(noncesOf(html))).toEqual(new Set([nonce]));
      expect(answers[index]?.headers.get("Content-Security-Policy")).toContain(`'nonce-${nonce}'`);
      return nonce;
    });
    expect(new Set(nonces).size).toBe(100);
    expect(new Set(documents.map((html, index) => html.replaceAll(nonces[index] ?? "", ""))).size).toBe(1);
  });
});

describe("the age of what a reader sees", () => {
  it("is never 2 s or more after staff have settled, however often and late the page is asked for", async () => {
    const site = createSite();
    await site.get("/de/signal");
    let settledAtMs = site.nowMs;
    for (let step = 0; step < 400; step += 1) {
      site.nowMs += (step * 137) % 701;
      const { html } = await site.get("/de/signal");
      if (site.nowMs - settledAtMs >= 2_000) expect(html).toContain(`<p>${site.record}</p>`);
      if (step % 23 === 0) {
        site.record = `settled-${step}`;
        settledAtMs = site.nowMs;
      }
    }
    expect(site.renders).toBeLessThan(400);
  });

  it("counts from the reading of the data, not from the end of a slow rendering", async () => {
    const site = createSite({ renderMs: 20 });
    const slow = site.get("/de/signal");
    site.record = "won";
    site.nowMs += 1_999;
    await slow;
    site.nowMs += 1;
    expect((await site.get("/de/signal")).html).toContain("won");
  });

  it("is renewed behind a stale answer, by one rendering", async () => {
    const site = createSite({ renderMs: 10 });
    await site.get("/de/signal");
    site.record = "won";
    site.nowMs += 1_500;
    const stale = await Promise.all(Array.from({ length: 20 }, () => site.get("/de/signal")));
    expect(stale.every(({ html }) => html.includes("open"))).toBe(true);
    expect(site.renders).toBe(2);
    expect((await site.get("/de/signal")).html).toContain("won");
    expect(site.renders).toBe(2);
  });
});

describe("100 simultaneous misses", () => {
  it("are answered by one rendering", async () => {
    const site = createSite({ renderMs: 20 });
    const answers = await Promise.all(Array.from({ length: 100 }, () => site.get("/de/signal")));
    expect(answers.every(({ html }) => html.includes("open"))).toBe(true);
    expect(site.renders).toBe(1);
  });

  it("of a page that cannot be kept are each rendered, and none waits for long", async () => {
    const site = createSite({ isKnown: false, renderMs: 20 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => site.get("/de/signal")));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(site.renders).toBe(10);
  });
});

describe("what is kept", () => {
  it("is one page an address: origin, path and query", async () => {
    const site = createSite();
    for (const path of ["/de", "/fr", "/de?page=2", "/de", "/de?page=2"]) await site.get(path);
    expect(site.renders).toBe(3);
  });

  it("is never a page with an unknown parameter, or with a part that failed", async () => {
    for (const site of [createSite({ isKnown: false }), createSite({ hasFaults: true })]) {
      await site.get("/de?utm_source=x");
      await site.get("/de?utm_source=x");
      expect(site.renders).toBe(2);
    }
  });

  it("is neither given to nor taken from a request with Authorization", async () => {
    const site = createSite();
    const headers = { Authorization: "Bearer a.b.c" };
    await site.get("/de", { headers });
    await site.get("/de");
    await site.get("/de", { headers });
    expect(site.renders).toBe(3);
  });

  it("never brings a cookie along", async () => {
    const site = createSite();
    await site.get("/de");
    expect((await site.get("/de")).headers.get("Set-Cookie")).toBeNull();
  });
});

describe("a conditional or HEAD request", () => {
  it("is answered without rendering once the page is kept", async () => {
    const site = createSite();
    await site.get("/de");
    const notModified = await site.get("/de", { headers: { "If-None-Match": 'W/"open"' } });
    expect(notModified).toMatchObject({ status: 304, html: "" });
    expect(notModified.headers.get("ETag")).toBe('W/"open"');
    expect(notModified.headers.has("Content-Security-Policy")).toBe(false);
    const changed = await site.get("/de", { headers: { "If-None-Match": 'W/"older"' } });
    expect(changed).toMatchObject({ status: 200, html: expect.stringContaining("open") });
    expect((await site.get("/de", { method: "HEAD" })).html).toBe("");
    expect(site.renders).toBe(1);
  });

  it("fills the cache where it comes first", async () => {
    for (const init of [{ headers: { "If-None-Match": 'W/"open"' } }, { method: "HEAD" }]) {
      const site = createSite();
      await site.get("/de", init);
      await site.get("/de");
      expect(site.renders).toBe(1);
    }
  });
});
