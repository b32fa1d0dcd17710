import { describe, expect, it } from "vitest";
import { createFreshness } from "#worker/gateway/pages/freshness.ts";
import { createKeptAnswers } from "#worker/gateway/pages/kept-answers.ts";
import { startTimer } from "#worker/gateway/timer.ts";
import { createPageDataLoader } from "#worker/gateway/pages/load-page-data.ts";

const FRESH_MS = 1_000;

function world() {
  let nowMs = 1_000_000;
  const asked: string[] = [];
  const now = () => nowMs;
  const freshness = createFreshness(now);
  const answers = createKeptAnswers(freshness, 2);
  const load = async (path: string, status = 200, whileAsking = () => {}) => {
    const fetchApi = async () => {
      asked.push(path);
      whileAsking();
      return Response.json({ n: asked.length }, { status });
    };
    const loader = createPageDataLoader({
      fetchApi,
      answers,
      origin: "https://a.example",
      now,
      startTimer,
      log: () => {},
      requestId: "r",
    });
    const { answers: loaded } = await loader.load([path], null);
    return { body: loaded[path], readAtMs: loader.readAtMs() };
  };
  return { load, asked, purge: freshness.purge, pass: (ms: number) => (nowMs += ms) };
}

describe("the API's answers to pages", () => {
  it("are asked for once a second, and say when they were read", async () => {
    const { load, pass } = world();
    expect(await load("/api/a/")).toEqual({ body: { n: 1 }, readAtMs: 1_000_000 });
    pass(FRESH_MS - 1);
    expect(await load("/api/a/")).toEqual({ body: { n: 1 }, readAtMs: 1_000_000 });
    pass(1);
    expect(await load("/api/a/")).toEqual({ body: { n: 2 }, readAtMs: 1_000_000 + FRESH_MS });
  });

  it.each([400, 404, 500, 503])("with status %i are not kept", async (status) => {
    const { load, asked } = world();
    await load("/api/a/", status);
    await load("/api/a/", status);
    expect(asked).toHaveLength(2);
  });

  it("are bounded in number, the oldest going first", async () => {
    const { load, asked } = world();
    for (const path of ["/api/a/", "/api/b/", "/api/c/", "/api/b/", "/api/a/"]) await load(path);
    expect(asked).toEqual(["/api/a/", "/api/b/", "/api/c/", "/api/a/"]);
  });

  it("are all asked for anew after a purge, also one that was on its way", async () => {
    const { load, asked, purge, pass } = world();
    await load("/api/a/");
    await load("/api/b/", 200, () => {
      pass(1);
      purge();
    });
    pass(1);
    for (const path of ["/api/a/", "/api/b/", "/api/a/", "/api/b/"]) await load(path);
    expect(asked).toEqual(["/api/a/", "/api/b/", "/api/a/", "/api/b/"]);
  });
});
