import { describe, expect, it } from "vitest";
import { createBuildState, createBuildWatch } from "#client/app/browser/new-build.ts";
import { createFakeClock } from "#tests/client/fake-clock.ts";

const HOUR_MS = 3_600_000;

function watchWith(answers: readonly (string | Error)[]) {
  const clock = createFakeClock();
  const build = createBuildState("a");
  const noticed: number[] = [];
  build.onOutdated(() => noticed.push(clock.now()));
  let asked = 0;
  const watch = createBuildWatch({
    build,
    after: clock.after,
    intervalMs: HOUR_MS,
    fetchLatestId: async () => {
      const answer = answers[Math.min(asked, answers.length - 1)] ?? "a";
      asked += 1;
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  return { clock, build, watch, noticed, asked: () => asked };
}

describe("the watch for new builds", () => {
  it("checks once per interval, for the first time one interval after the start", async () => {
    const { clock, watch, asked } = watchWith(["a"]);
    watch.start();
    await clock.advanceSettled(HOUR_MS - 1);
    expect(asked()).toBe(0);
    await clock.advanceSettled(1);
    expect(asked()).toBe(1);
    await clock.advanceSettled(3 * HOUR_MS);
    expect(asked()).toBe(4);
  });

  it("reports a new build once and then stops checking", async () => {
    const { clock, build, watch, asked, noticed } = watchWith(["a", "b"]);
    watch.start();
    await clock.advanceSettled(10 * HOUR_MS);
    expect(noticed).toEqual([2 * HOUR_MS]);
    expect(build.isOutdated()).toBe(true);
    expect(asked()).toBe(2);
    expect(clock.pending()).toBe(0);
  });

  it("continues after failed checks", async () => {
    const { clock, watch, noticed } = watchWith([new TypeError("offline"), new TypeError("offline"), "b"]);
    watch.start();
    await clock.advanceSettled(3 * HOUR_MS);
    expect(noticed).toEqual([3 * HOUR_MS]);
  });

  it("checks at once on request, never twice at the same time, and then restarts the interval", async () => {
    const { clock, watch, asked } = watchWith(["a"]);
    watch.start();
    await clock.advanceSettled(HOUR_MS / 2);
    await Promise.all([watch.check(), watch.check()]);
    expect(asked()).toBe(1);
    await clock.advanceSettled(HOUR_MS - 1);
    expect(asked()).toBe(1);
    await clock.advanceSettled(1);
    expect(asked()).toBe(2);
  });
});

describe("the build state", () => {
  it("does not become outdated by a missing build id or by its own", () => {
    const build = createBuildState("a");
    build.saw(null);
    build.saw("");
    build.saw("a");
    expect(build.isOutdated()).toBe(false);
  });

  it("notifies a listener that subscribes after the new build was seen", () => {
    const build = createBuildState("a");
    build.saw("b");
    let told = 0;
    build.onOutdated(() => (told += 1));
    build.saw("c");
    expect(told).toBe(1);
  });
});
