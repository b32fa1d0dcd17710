import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTurns } from "#worker/api/ledger/index.ts";

const sleep = (delayMs: number) => new Promise<void>((resolve) => setTimeout(resolve, delayMs));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Writers that each take `turnMs`, with what they have done. */
function writers() {
  const turns = createTurns({ sleep });
  const done: string[] = [];
  const write = async (name: string, turnMs: number, maxWaitMs = 3_000) =>
    turns.take(maxWaitMs, async () => {
      done.push(`${name} begins`);
      await sleep(turnMs);
      done.push(`${name} ends`);
      return name;
    });
  return { turns, done, write };
}

describe("the writers of one isolate", () => {
  it("write one after the other, in the order in which they came", async () => {
    const { done, write } = writers();
    const names = ["a", "b", "c", "d"];
    const writing = Promise.all(names.map((name, index) => write(name, 20 - index * 5)));
    await vi.runAllTimersAsync();
    expect(await writing).toEqual(names);
    expect(done).toEqual(names.flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  it("continue after one that fails", async () => {
    const { turns, done, write } = writers();
    const failing = turns.take(3_000, async () => {
      await sleep(10);
      throw new Error("disk full");
    });
    const next = write("b", 1);
    const both = Promise.allSettled([failing, next]);
    await vi.runAllTimersAsync();
    expect(await both).toMatchObject([{ reason: new Error("disk full") }, { value: "b" }]);
    expect(done).toEqual(["b begins", "b ends"]);
  });

  it("wait only as long as they want to", async () => {
    const { done, write } = writers();
    const writing = Promise.all([write("a", 300), write("b", 1, 50)]);
    await vi.runAllTimersAsync();
    await writing;
    expect(done).toEqual(["a begins", "b begins", "b ends", "a ends"]);
  });

  it("continue if one never ends, such as one whose client has left", async () => {
    const { turns, write } = writers();
    void turns.take(3_000, () => new Promise(() => {}));
    const startedMs = performance.now();
    const writing = write("b", 1);
    await vi.runAllTimersAsync();
    expect(await writing).toBe("b");
    expect(performance.now() - startedMs).toBeLessThan(2_500);
  });
});
