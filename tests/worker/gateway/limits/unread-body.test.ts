/** What is sent beside an answer that needed none of it. */
import { SELF } from "cloudflare:test";
import { expect, it } from "vitest";

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
])("a POST to %.10s is answered after its body has come in", async (path, status) => {
  const { stream, asked } = watchedBody(3);
  const response = await post(path, stream);
  expect(response.status).toBe(status);
  expect(asked()).toBe(4);
  await response.body?.cancel();
});

it("no more is taken in than any call may send", async () => {
  const { stream, asked } = watchedBody(1_000);
  const response = await post("/de", stream);
  expect(response.status).toBe(405);
  expect(asked()).toBeLessThan(20);
  await response.body?.cancel();
});
