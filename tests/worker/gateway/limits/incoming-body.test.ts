/** Request bodies that arrive slowly or never end. */
import { describe, expect, it } from "vitest";
import { startTimer, type StartTimer } from "#worker/gateway/timer.ts";
import { testGateway } from "../test-gateway.ts";
import { MAX_BODY_WAIT_MS } from "#shared/limits/requests.ts";

/** Nobody's patience but that for bodies runs out, and that at once. */
const outOfPatience: StartTimer = (ms) =>
  ms === MAX_BODY_WAIT_MS ? { over: Promise.resolve(), stop: () => {} } : startTimer(ms);

/** A piece of a body, and then nothing more. */
function unending(piece: string): ReadableStream {
  return new ReadableStream({
    start: (stream) => stream.enqueue(new TextEncoder().encode(piece)),
  });
}

const JSON_TYPE = { "Content-Type": "application/json" };
const FORM_TYPE = { "Content-Type": "application/x-www-form-urlencoded" };

describe("a request body that never ends", () => {
  it.each([
    // As long as it says, which is little.
    ["/api/auth/login/", { ...JSON_TYPE, "Content-Length": "40" }, '{"pocketoption_id":'],
    ["/api/hooks/some-key/", { "Content-Type": "text/plain" }, "{"],
    ["/language", { ...FORM_TYPE, "Content-Length": "40" }, "language=de"],
  ])("is answered with 408 at %s", async (path, headers, piece) => {
    const { ask } = testGateway({ startTimer: outOfPatience });
    const response = await ask(path, { method: "POST", headers, body: unending(piece) });
    expect(response.status).toBe(408);
    expect(await response.json()).toMatchObject({ code: "request_timeout" });
    expect(response.headers.has("Set-Cookie")).toBe(false);
  });

  it("does not delay a response that does not need it", async () => {
    const { ask } = testGateway({ startTimer: outOfPatience });
    const response = await ask("/de", { method: "POST", body: unending("x") });
    expect(response.status).toBe(405);
    await response.text();
  });
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
