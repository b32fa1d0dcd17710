import { describe, expect, it } from "vitest";
import { createToastStore, toasts as toastsOnTheServer } from "#client/ui/toasts/toast-store.ts";
import { createFakeClock } from "#tests/client/fake-clock.ts";

function createPage({ isMounted = true } = {}) {
  const clock = createFakeClock();
  const toasts = createToastStore(clock);
  if (isMounted) toasts.attach(null);
  const summaries = (group: string | null = null) => toasts.view(group).toasts.map(({ summary }) => summary);
  /** Moves the clock, and expects the only toast to end at the last moment. */
  const expectEndAfter = (ms: number) => {
    clock.advance(ms - 1);
    expect(summaries()).toHaveLength(1);
    clock.advance(1);
    expect(summaries()).toEqual([]);
  };
  return { clock, toasts, summaries, expectEndAfter };
}

describe("adding and removing toasts", () => {
  it("creates an info toast that can be closed, by default", () => {
    const { toasts } = createPage();
    const id = toasts.add({ summary: "Saved" });
    const defaults = {
      severity: "info",
      detail: null,
      lifeMs: null,
      closable: true,
      group: null,
      action: null,
    };
    expect(toasts.view(null).toasts).toEqual([{ id, summary: "Saved", ...defaults }]);
  });

  it("removes by id from any group, and only that one", () => {
    const { toasts, summaries } = createPage();
    toasts.add({ id: "1", summary: "one" });
    toasts.add({ id: "2", summary: "two", group: "admin" });
    toasts.remove("2");
    toasts.remove("unknown");
    expect([summaries(), summaries("admin")]).toEqual([["one"], []]);
  });

  it("replaces the toast with the same id, in its place or in another group", () => {
    const { toasts, summaries } = createPage();
    toasts.add({ id: "1", summary: "one" });
    toasts.add({ summary: "two" });
    toasts.add({ id: "1", summary: "one again" });
    expect(summaries()).toEqual(["one again", "two"]);
    toasts.add({ id: "1", summary: "moved", group: "admin" });
    expect([summaries(), summaries("admin")]).toEqual([["two"], ["moved"]]);
  });

  it("clears one group, the toasts without a group, or all", () => {
    const { toasts, summaries } = createPage();
    const groups = () => [summaries(), summaries("a"), summaries("b")];
    for (const group of [undefined, "a", "b"]) toasts.add({ summary: "x", group });
    toasts.removeGroup("a");
    expect(groups()).toEqual([["x"], [], ["x"]]);
    toasts.removeGroup();
    expect(groups()).toEqual([[], [], ["x"]]);
    toasts.add({ summary: "y" });
    toasts.removeAllGroups();
    expect(groups()).toEqual([[], [], []]);
  });

  it("returns the same view until its group changes", () => {
    const { toasts } = createPage();
    toasts.add({ summary: "one" });
    const before = toasts.view(null);
    toasts.add({ summary: "elsewhere", group: "admin" });
    expect(toasts.view(null)).toBe(before);
    expect(toasts.view("never used")).toBe(toasts.view("nor this"));
  });

  it("does nothing on the server, which all visitors share", () => {
    toastsOnTheServer.add({ summary: "someone's secret" });
    toastsOnTheServer.attach(null);
    expect(toastsOnTheServer.view(null).toasts).toEqual([]);
  });
});

describe("a toast's lifetime", () => {
  it("removes the toast on time; without one the toast stays", () => {
    const { clock, toasts, summaries } = createPage();
    toasts.add({ summary: "short", life: 3000 });
    toasts.add({ summary: "stays" });
    toasts.add({ summary: "stays too", life: 0 });
    toasts.add({ summary: "longer than a timer can count", life: Number.MAX_SAFE_INTEGER });
    clock.advance(2999);
    expect(summaries()).toContain("short");
    clock.advance(1);
    expect(summaries()).toEqual(["stays", "stays too", "longer than a timer can count"]);
    clock.advance(1e9);
    expect(summaries()).toHaveLength(3);
  });

  it("begins when a toast area is mounted, so that no early message is lost", () => {
    const { clock, toasts, expectEndAfter } = createPage({ isMounted: false });
    toasts.add({ summary: "early", life: 1000 });
    clock.advance(60_000);
    toasts.attach(null);
    expectEndAfter(1000);
  });

  it("pauses while no area is mounted", () => {
    const { clock, toasts, expectEndAfter } = createPage({ isMounted: false });
    toasts.add({ summary: "x", life: 1000 });
    const detach = toasts.attach(null);
    clock.advance(400);
    detach();
    clock.advance(60_000);
    toasts.attach(null);
    expectEndAfter(600);
  });

  it.each(["hover", "focus", "hidden"] as const)("keeps the remaining time while paused by %s", (reason) => {
    const { clock, toasts, expectEndAfter } = createPage();
    toasts.add({ summary: "x", life: 1000 });
    clock.advance(300);
    toasts.pause(null, reason);
    clock.advance(60_000);
    toasts.resume(null, reason);
    expectEndAfter(700);
  });

  it("begins or continues only when no reason to pause is left", () => {
    const { clock, toasts, expectEndAfter } = createPage();
    toasts.pause(null, "hover");
    toasts.add({ summary: "x", life: 1000 });
    toasts.pause(null, "hover");
    toasts.pause(null, "focus");
    toasts.resume(null, "hover");
    clock.advance(60_000);
    toasts.resume(null, "focus");
    expectEndAfter(1000);
  });

  it("is not paused by a pause of another group", () => {
    const { toasts, expectEndAfter } = createPage();
    toasts.add({ summary: "x", life: 1000 });
    toasts.pause("admin", "hover");
    expectEndAfter(1000);
  });

  it("restarts for a toast that replaces another", () => {
    const { clock, toasts, expectEndAfter } = createPage();
    toasts.add({ id: "1", summary: "x", life: 1000 });
    clock.advance(900);
    toasts.add({ id: "1", summary: "x again", life: 1000 });
    expectEndAfter(1000);
  });

  it("leaves no timer behind when the toast is closed first", () => {
    const { clock, toasts } = createPage();
    const id = toasts.add({ summary: "x", life: 60_000 });
    toasts.remove(id);
    clock.advance(200);
    expect(clock.pending()).toBe(0);
  });
});

describe("the area's layer", () => {
  it("is raised by the first toast and lowered 200 ms after the last", () => {
    const { clock, toasts } = createPage();
    expect(toasts.view(null).raised).toBe(false);
    const id = toasts.add({ summary: "x" });
    expect(toasts.view(null).raised).toBe(true);
    toasts.remove(id);
    clock.advance(199);
    expect(toasts.view(null).raised).toBe(true);
    clock.advance(1);
    expect(toasts.view(null).raised).toBe(false);
  });

  it("stays raised if a toast is added within the 200 ms", () => {
    const { clock, toasts, summaries } = createPage();
    toasts.remove(toasts.add({ summary: "x" }));
    clock.advance(150);
    toasts.add({ summary: "in between" });
    clock.advance(60_000);
    expect(summaries()).toEqual(["in between"]);
    expect(toasts.view(null).raised).toBe(true);
  });

  it("notifies the area when it is lowered", () => {
    const { clock, toasts } = createPage();
    toasts.remove(toasts.add({ summary: "x" }));
    let told = 0;
    toasts.subscribe(() => (told += 1));
    clock.advance(200);
    expect(told).toBe(1);
  });
});
