import { describe, expect, it } from "vitest";
import { createPayloads, payloadUrl } from "#client/app/browser/payloads.ts";
import { BUILD_ID_HEADER } from "#shared/site/build-manifest.ts";
import { MAX_STALE_MS } from "#shared/limits/pages.ts";

const never = new AbortController().signal;

function json(body: unknown, init: ResponseInit & { build?: string } = {}): Response {
  return Response.json(body, { ...init, headers: { [BUILD_ID_HEADER]: init.build ?? "a" } });
}

function world(answer: () => Response | Promise<Response>) {
  const asked: string[] = [];
  const builds: (string | null)[] = [];
  let time = 0;
  const payloads = createPayloads({
    fetch: async (url, { signal }) => {
      asked.push(url);
      signal?.throwIfAborted();
      return answer();
    },
    now: () => time,
    buildId: "a",
    sawBuild: (id) => builds.push(id),
  });
  return { payloads, asked, builds, pass: (ms: number) => (time += ms) };
}

describe("the payload of a page", () => {
  it("has a URL below the page's, with the same query", () => {
    expect(payloadUrl("/de/signal")).toBe("/de/signal/_payload.json");
    expect(payloadUrl("/de/signal?asset=A&q=a?b")).toBe("/de/signal/_payload.json?asset=A&q=a?b");
  });

  it("is used once when prefetched, without a second request", async () => {
    const { payloads, asked } = world(() => json(1));
    expect(await payloads.prefetch("/en/signal")).toEqual({ data: 1 });
    expect(await payloads.prefetch("/en/signal")).toEqual({ data: 1 });
    expect(await payloads.load("/en/signal", never)).toEqual({ data: 1 });
    expect(asked).toHaveLength(1);
    await payloads.load("/en/signal", never);
    expect(asked).toHaveLength(2);
  });

  it("is used for a limited time when prefetched, and requested again after that", async () => {
    const { payloads, asked, pass } = world(() => json(1));
    await payloads.prefetch("/en/signal");
    pass(MAX_STALE_MS);
    await payloads.load("/en/signal", never);
    expect(asked).toHaveLength(1);
    await payloads.prefetch("/en/signal");
    pass(MAX_STALE_MS + 1);
    await payloads.prefetch("/en/signal");
    expect(asked).toHaveLength(3);
    pass(MAX_STALE_MS + 1);
    await payloads.load("/en/signal", never);
    expect(asked).toHaveLength(4);
  });

  it("is used when a prefetch takes long to answer", async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const { payloads, asked, pass } = world(() => promise);
    void payloads.prefetch("/en/signal");
    pass(10 * MAX_STALE_MS);
    const loading = payloads.load("/en/signal", never);
    resolve(json(1));
    expect(await loading).toEqual({ data: 1 });
    expect(asked).toHaveLength(1);
  });

  it.each(["before", "while"])("is requested again if its prefetch fails %s it is needed", async (when) => {
    let answers = 0;
    const { payloads } = world(() => ((answers += 1) === 1 ? json(null, { status: 503 }) : json(2)));
    const ahead = payloads.prefetch("/en/signal");
    if (when === "before") await ahead;
    expect(await payloads.load("/en/signal", never)).toEqual({ data: 2 });
  });

  it("may be incomplete, and is then used but not cached", async () => {
    const part = { answers: { a: 1 }, failed: ["b"] };
    const { payloads, asked } = world(() => json(part, { status: 503 }));
    expect(await payloads.load("/en", never)).toEqual({ data: part });
    await payloads.prefetch("/en");
    await payloads.load("/en", never);
    expect(asked).toHaveLength(3);
  });

  it.each([
    ["an error", () => json({}, { status: 503 })],
    ["a part, with another status", () => json({ failed: ["a"] }, { status: 500 })],
    ["text in place of JSON", () => new Response("<!doctype html>")],
    ["a file server's 404", () => new Response("Not found", { status: 404 })],
    ["no answer", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["another build's answer", () => json(1, { build: "b" })],
  ])("is unusable after %s, so that the page is loaded as a document", async (_name, answer) => {
    const { payloads } = world(answer);
    expect(await payloads.load("/en/signal", never)).toBe("unusable");
  });

  it("is missing if the site answers that the page does not exist", async () => {
    const { payloads } = world(() => json({ code: "page_not_found" }, { status: 404 }));
    expect(await payloads.load("/en/signal/x", never)).toBe("missing");
  });

  it("is parsed as JSON, and its build is reported", async () => {
    const { payloads, builds } = world(() => json({ "/api/signals/": [] }));
    expect(await payloads.load("/en/signal", never)).toEqual({ data: { "/api/signals/": [] } });
    expect(builds).toEqual(["a"]);
  });

  it("rejects with an AbortError when its navigation is superseded, and is not called unusable", async () => {
    const { payloads } = world(() => json(1));
    const gone = AbortSignal.abort();
    await expect(payloads.load("/en/signal", gone)).rejects.toThrow(/abort/i);
    await payloads.prefetch("/en/signal");
    await expect(payloads.load("/en/signal", gone)).rejects.toThrow(/abort/i);
  });
});
