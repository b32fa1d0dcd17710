/** Request bodies that arrive slowly or never end, and those that the response does not need. */
import { SELF } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { startTimer, type StartTimer } from "#worker/gateway/timer.ts";
import { unending } from "../proxy/scripted-upstream.ts";
import { overAtOnce } from "../proxy/virtual-time.ts";
import { testGateway } from "../test-gateway.ts";
import { MAX_BODY_WAIT_MS, MAX_UNREAD_BODY_BYTES } from "#shared/limits/requests.ts";

const JSON_TYPE = { "Content-Type": "application/json" };
const FORM_TYPE = { "Content-Type": "application/x-www-form-urlencoded" };

/** Nobody's patience but that for bodies runs out, and that at once. */
const outOfPatience: StartTimer = (ms) =>
  ms === MAX_BODY_WAIT_MS ? { over: Promise.resolve(), stop: () => {} } : startTimer(ms);

it.each([
  // As long as it says, which is little.
  ["/api/auth/login/", { ...JSON_TYPE, "Content-Length": "40" }, '{"pocketoption_id":'],
  ["/api/hooks/some-key/", { "Content-Type": "text/plain" }, "{"],
  ["/language", { ...FORM_TYPE, "Content-Length": "40" }, "language=de"],
])("a request body that never ends is answered with 408 at %s", async (path, headers, piece) => {
  const { ask } = testGateway({ startTimer: outOfPatience });
  const response = await ask(path, { method: "POST", headers, body: unending(piece).stream });
  expect(response.status).toBe(408);
  expect(await response.json()).toMatchObject({ code: "request_timeout" });
  expect(response.headers.has("Set-Cookie")).toBe(false);
});

it("a request body that arrives in pieces is read to its end, and its timer stopped", async () => {
  const waited = new Set<number>();
  const counting: StartTimer = (ms) => {
    const timer = startTimer(ms);
    waited.add(ms);
    const stop = () => {
      waited.delete(ms);
      timer.stop();
    };
    return { ...timer, stop };
  };
  const pieces = ["language=", "de&return_to=", "%2Fen"];
  const body = new ReadableStream({
    async pull(stream) {
      await Promise.resolve();
      const piece = pieces.shift();
      if (piece === undefined) stream.close();
      else stream.enqueue(new TextEncoder().encode(piece));
    },
  });
  const { ask } = testGateway({ startTimer: counting });
  const response = await ask("/language", { method: "POST", headers: FORM_TYPE, body, redirect: "manual" });
  expect([response.status, response.headers.get("Location")]).toEqual([303, "/de"]);
  expect(waited).not.toContain(MAX_BODY_WAIT_MS);
});

describe("a request body that the response does not need", () => {
  const CHUNK = new TextEncoder().encode("a".repeat(16 * 1024));

  /** Status of a POST with so many pieces of a body, and how many of them were asked for. */
  async function post(path: string, pieces: number) {
    let asked = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          asked += 1;
          if (asked > pieces) controller.close();
          else controller.enqueue(CHUNK);
        },
      },
      { highWaterMark: 0 },
    );
    const response = await SELF.fetch(`https://tidemark.example${path}`, { method: "POST", body });
    const end = { status: response.status, asked };
    await response.body?.cancel();
    return end;
  }

  it.each([
    ["/de", 3, 405],
    ["/", 3, 405],
    [`/api/x/?${"a".repeat(5_000)}`, 3, 414],
    // 5 MiB.
    ["/api/auth/login/", 320, 413],
  ])("is read to its end before a POST to %.16s is answered (%i pieces)", async (path, pieces, status) => {
    expect(await post(path, pieces)).toEqual({ status, asked: pieces + 1 });
  });

  it("is read to a limit only if it is endless", async () => {
    const { status, asked } = await post("/api/auth/login/", Infinity);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(asked).toBeLessThan(MAX_UNREAD_BODY_BYTES / CHUNK.length + 20);
  });

  it("is waited for to a time limit only if it stalls", async () => {
    const waits: number[] = [];
    const { ask } = testGateway({ startTimer: overAtOnce(waits) });
    const response = await ask("/de", { method: "POST", body: new ReadableStream() });
    expect(response.status).toBe(405);
    expect(waits).toContain(MAX_BODY_WAIT_MS);
  });
});
