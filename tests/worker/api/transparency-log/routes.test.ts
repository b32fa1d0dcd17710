/** The log as its readers get it from `/log/`, and as the API returns it to the gateway. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { beforeAll, describe, expect, it } from "vitest";
import { splitBundle } from "#tests/support/log-reader.ts";
import { testGateway } from "#tests/worker/gateway/test-gateway.ts";
import { addSomeTrader, createRecord, publishAndSettle, signalBy } from "#tests/worker/api/signals/record.ts";
import { createLogKeys } from "#worker/api/transparency-log/index.ts";
import { readCheckpoint, readVerifierKeys } from "#worker/api/transparency-log/checkpoint.ts";
import { openCheckpoint } from "#worker/commands/verify/signed-checkpoint.ts";
import worker from "#worker/index.ts";
import type { Checkpoint } from "#shared/log/signed-note.ts";
import { leafHash, rootOfHashes, webCryptoSha256Of } from "#shared/log/merkle-tree.ts";

const SITE = "https://tidemark.example";
const sha256 = webCryptoSha256Of(crypto.subtle);
const record = createRecord();
const named = { ...env, SITE_ORIGIN: SITE };
const get = (path: string, init?: RequestInit<IncomingRequestCfProperties>) =>
  worker.fetch(new Request(SITE + path, init), named, createExecutionContext());

const EMPTY_NOTE =
  "tidemark.example/log\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n\n" +
  "— tidemark.example/log PJbDl7J8kMmdnNEe5Lz6bL8wwTA8O1bC9k67PYI8ddIojlHtOR76So1VWic8eU7Pb+KjvV8C3X5hFqUNu07nwu87YQY=\n";

const ORIGIN = "tidemark.example/log";
const OTHER_SEED = "b3RoZXItc2lnbmluZy1rZXktb3RoZXItc2lnbmluZy0";

/** Fails unless each of the log's keys has signed this checkpoint. */
async function expectSigned(note: string, keys: string, checkpoint: Partial<Checkpoint>) {
  for (const key of keys.trimEnd().split("\n"))
    expect(await openCheckpoint(note, key)).toMatchObject({ signed: checkpoint });
}

describe("the log", () => {
  it("begins with a checkpoint of an empty log, equal to the one of the Go implementation", async () => {
    const response = await get("/log/checkpoint");
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=1");
    expect(await response.text()).toBe(EMPTY_NOTE);
  });

  it("publishes its key", async () => {
    const response = await get("/log/key");
    expect(response.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
    expect(await response.text()).toBe(
      "tidemark.example/log+3c96c397+AXaWadqKqcuoK63YLU49m6zyty52Wli8f+zh2Adrqw2V\n",
    );
  });

  describe("with entries", () => {
    beforeAll(async () => {
      const trader = await addSomeTrader(record);
      for (const outcome of ["won", "lost"] as const)
        await publishAndSettle(record, signalBy(trader, record), outcome);
    });

    it("has the lines of export.ndjson, their hashes, and a checkpoint over them", async () => {
      const ledger = await (await get("/api/ledger/export.ndjson")).text();
      const lines = ledger.trimEnd().split("\n");
      expect(lines).toHaveLength(5);
      const bundle = await get("/log/tile/entries/000.p/5");
      expect(bundle.headers.get("Content-Type")).toBe("application/octet-stream");
      const entries = splitBundle(new Uint8Array(await bundle.arrayBuffer()));
      expect(entries.map((entry) => new TextDecoder().decode(entry))).toEqual(lines);

      const leaves = await Promise.all(entries.map((entry) => leafHash(sha256, entry)));
      const tile = await get("/log/tile/0/000.p/5");
      expect(new Uint8Array(await tile.arrayBuffer())).toEqual(
        Uint8Array.of(...leaves.flatMap((leaf) => [...leaf])),
      );

      const note = await (await get("/log/checkpoint")).text();
      const checkpoint = { origin: ORIGIN, size: 5, root: await rootOfHashes(sha256, leaves) };
      await expectSigned(note, await (await get("/log/key")).text(), checkpoint);
      // The API's own addresses, where an operator's own backend has them.
      expect(await (await get("/api/log/checkpoint/")).text()).toBe(note);
      const ofApi = await get("/api/log/tile/?level=0&index=0&width=5");
      expect(ofApi.headers.get("Cache-Control")).toBe("no-store");
      expect((await ofApi.arrayBuffer()).byteLength).toBe(5 * 32);
    });

    it("keeps every partial tile of an earlier size", async () => {
      const whole = new Uint8Array(await (await get("/log/tile/0/000.p/5")).arrayBuffer());
      for (const width of [1, 2, 3, 4]) {
        const tile = await get(`/log/tile/0/000.p/${width}`);
        expect(tile.headers.get("Cache-Control")).toBe("public, max-age=300");
        expect(new Uint8Array(await tile.arrayBuffer())).toEqual(whole.slice(0, 32 * width));
      }
    });

    it.each([
      "/log/tile/0/000",
      "/log/tile/0/000.p/6",
      "/log/tile/entries/000",
      "/log/tile/0/000.p/256",
      "/log/tile/0/000?x=1/../",
      "/log/checkpoint/",
      "/log/tile/0/x999/x999/x999/x999/999",
    ])("answers %s with 404", async (path) => {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(response.headers.get("Content-Type")).toMatch(/^text\/plain/);
      expect(response.headers.get("Cache-Control")).toBe("no-store");
    });

    it("returns one tile from the API, and an error for invalid or missing ones", async () => {
      for (const query of [
        "",
        "?level=0",
        "?level=64&index=0",
        "?level=0&index=0&width=257",
        "?level=0&index=-1",
        "?level=0&index=0&width=0",
      ])
        expect((await get(`/api/log/tile/${query}`)).status).toBe(400);
      const missing = await get("/api/log/tile/?level=0&index=7");
      expect(missing.status).toBe(404);
      expect(await missing.json()).toMatchObject({ code: "not_found" });
    });

    it("answers HEAD requests, but no writes", async () => {
      const head = await get("/log/checkpoint", { method: "HEAD" });
      expect([head.status, await head.text()]).toEqual([200, ""]);
      expect((await get("/log/checkpoint", { method: "POST" })).status).toBe(405);
    });

    it("has a new entry in the next checkpoint", async () => {
      await addSomeTrader(record);
      expect(await (await get("/log/checkpoint")).text()).toContain("tidemark.example/log\n6\n");
    });
  });
});

describe("a log without a configured name", () => {
  const ask = (host: string, path: string) =>
    worker.fetch(new Request(`${host}${path}`), env, createExecutionContext());
  const PATHS = ["/log/checkpoint", "/log/key", "/api/log/checkpoint/", "/api/log/key/"];

  it.each(PATHS)("is named by a host of this machine at %s", async (path) => {
    expect(await (await ask("http://127.0.0.1:8787", path)).text()).toMatch(/^127\.0\.0\.1:8787\/log[\n+]/);
  });

  it.each(PATHS)("signs nothing in the name of another host at %s, and says so", async (path) => {
    const response = await ask("https://signals.example", path);
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({
      code: "log_not_configured",
      detail: "The log is not configured: set SITE_ORIGIN to the address of the site, which names the log.",
    });
  });
});

describe("the keys of the log", () => {
  const db = drizzle(env.DB);

  it("all sign, so that clients with the old key can still verify", async () => {
    const old = await readVerifierKeys({ logKeys: createLogKeys(env.LOG_SIGNING_KEY) }, ORIGIN);
    const both = createLogKeys(`${OTHER_SEED}, ${env.LOG_SIGNING_KEY}`);
    const keys = await readVerifierKeys({ logKeys: both }, ORIGIN);
    expect(keys.split("\n")).toEqual([expect.any(String), old.trimEnd(), ""]);
    await expectSigned(await readCheckpoint({ db, logKeys: both }, ORIGIN), keys, { size: 6 });
  });

  it.each([
    ["", "set the secret LOG_SIGNING_KEY to 32 random bytes"],
    [`${OTHER_SEED},short`, "LOG_SIGNING_KEY: key 2 is not 32 bytes in base64url"],
    ["not base64url!", "LOG_SIGNING_KEY: key 1 is not 32 bytes in base64url"],
  ])("cause an error that names the secret if they are %j", async (configured, words) => {
    const logKeys = createLogKeys(configured);
    await expect(readCheckpoint({ db, logKeys }, ORIGIN)).rejects.toThrow(words);
  });
});

describe("a site with an operator's own backend", () => {
  const askOf = (path: string, answer: Response) => {
    const upstream = { baseUrl: "https://backend.example", fetch: async () => answer };
    return testGateway({ upstream }).ask(path);
  };

  it.each(["/log/checkpoint", "/log/tile/0/000"])(
    "answers %s with 404 if the backend has no log",
    async (path) => {
      const response = await askOf(path, new Response("no", { status: 404 }));
      expect(response.status).toBe(404);
      expect(response.headers.get("Content-Type")).toMatch(/^text\/plain/);
    },
  );

  it("passes on why the log cannot be read", async () => {
    const problem = { detail: "LOG_SIGNING_KEY", code: "log_not_configured" };
    const init = { status: 503, headers: { "Retry-After": "3600" } };
    const response = await askOf("/log/checkpoint", Response.json(problem, init));
    expect([response.status, await response.json()]).toEqual([503, problem]);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("Retry-After")).toBe("3600");
  });
});
