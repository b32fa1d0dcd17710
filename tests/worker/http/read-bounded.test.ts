import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unending } from "#tests/worker/gateway/proxy/scripted-upstream.ts";
import { readBounded } from "#worker/http/read-bounded.ts";

const patience = () => new AbortController().signal;

function streamOf(chunks: readonly Uint8Array[]) {
  const left = [...chunks];
  return new ReadableStream<Uint8Array>({
    pull(stream) {
      const chunk = left.shift();
      if (chunk) stream.enqueue(chunk);
      else stream.close();
    },
  });
}

describe("readBounded", () => {
  it("returns all bytes in order, however they are chunked, or null above the limit", async () => {
    const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 20 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(chunks, fc.nat({ max: 100 }), async (parts, limit) => {
        const all = parts.flatMap((part) => [...part]);
        const bytes = await readBounded(streamOf(parts), limit, patience());
        expect(bytes && [...bytes]).toEqual(all.length > limit ? null : all);
      }),
    );
  });

  it("returns no bytes if there is no body", async () => {
    expect(await readBounded(null, 10, patience())).toEqual(new Uint8Array());
  });

  it("cancels a stream that is too long", async () => {
    const body = unending("more than ten");
    expect(await readBounded(body.stream, 10, patience())).toBeNull();
    expect(body.isCancelled).toBe(true);
  });

  it("rejects if the stream breaks", async () => {
    const broken = new ReadableStream<Uint8Array>({ pull: (stream) => stream.error(new Error("reset")) });
    await expect(readBounded(broken, 10, patience())).rejects.toThrow("reset");
  });

  it("rejects with the abort signal's reason, before and during the read, and cancels the stream", async () => {
    const bodies = [unending(), unending()] as const;
    const early = AbortSignal.abort(new Error("early"));
    await expect(readBounded(bodies[0].stream, 10, early)).rejects.toThrow("early");
    const caller = new AbortController();
    const reading = readBounded(bodies[1].stream, 10, caller.signal);
    caller.abort(new Error("late"));
    await expect(reading).rejects.toThrow("late");
    expect(bodies.map(({ isCancelled }) => isCancelled)).toEqual([true, true]);
  });
});
