/** Request bodies that the response does not need. */
import { SELF } from "cloudflare:test";
import { expect, it } from "vitest";
import { overAtOnce } from "../proxy/virtual-time.ts";
import { testGateway } from "../test-gateway.ts";
import { MAX_BODY_WAIT_MS, MAX_UNREAD_BODY_BYTES } from "#shared/limits/requests.ts";

const CHUNK = new TextEncoder().encode("a".repeat(16 * 1024));

/** A body in pieces, and how many of them were asked for. */
function watchedBody(pieces: number) {
  let asked = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        asked += 1;
        if (asked > pieces) controller.close();
        else controller.enqueue(CHUNK);
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, asked: () => asked };
}

function post(path: string, body: ReadableStream): Promise<Response> {
  return SELF.fetch(`https://tidemark.example${path}`, { method: "POST", body });
}

it.each([
  ["/de", 405],
  ["/", 405],
  [`/api/x/?${"a".repeat(5_000)}`, 414],
])("a POST to %.10s is answered after its body has been read", async (path, status) => {
  const { stream, asked } = watchedBody(3);
  const response = await post(path, stream);
  expect(response.status).toBe(status);
  expect(asked()).toBe(4);
  await response.body?.cancel();
});

it("a POST of 5 MiB is read to its end before it is answered", async () => {
  const pieces = (5 * 1024 * 1024) / CHUNK.length;
  const { stream, asked } = watchedBody(pieces);
  const response = await post("/api/auth/login/", stream);
  expect(response.status).toBe(413);
  expect(asked()).toBe(pieces + 1);
  await response.body?.cancel();
});

it("an endless body is read to a limit only", async () => {
  const { stream, asked } = watchedBody(Infinity);
  const response = await post("/api/auth/login/", stream);
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(asked()).toBeLessThan(MAX_UNREAD_BODY_BYTES / CHUNK.length + 20);
  await response.body?.cancel();
});

it("the wait for a body that stalls has a time limit", async () => {
  const waits: number[] = [];
  const { ask } = testGateway({ startTimer: overAtOnce(waits) });
  const response = await ask("/de", { method: "POST", body: new ReadableStream() });
  expect(response.status).toBe(405);
  expect(waits).toContain(MAX_BODY_WAIT_MS);
});
