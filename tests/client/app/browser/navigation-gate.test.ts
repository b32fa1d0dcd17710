import { NavigationType } from "react-router";
import { describe, expect, it } from "vitest";
import { createBuildState } from "#client/app/browser/build-state.ts";
import { createNavigationGate, type GatedRouter } from "#client/app/browser/navigation-gate.ts";

const place = (pathname: string, hash = "") => ({ pathname, search: "", hash });

function world() {
  const did: string[] = [];
  const build = createBuildState("a");
  const location = {
    ...place("/en"),
    assign: (href: string) => did.push(`assign ${href}`),
    replace: (href: string) => did.push(`replace ${href}`),
    reload: () => did.push("reload"),
  };
  const gate = createNavigationGate({ build, location });
  let listener: Parameters<GatedRouter["subscribe"]>[0] = () => {};
  const state: { location: ReturnType<typeof place>; navigation: GatedRouter["state"]["navigation"] } = {
    location: place("/en"),
    navigation: {},
  };
  gate.watch({
    state,
    subscribe: (added) => {
      listener = added;
      return () => {};
    },
  });
  function idle(): void {
    state.navigation = {};
    listener(state);
  }
  function navigate(to: string, historyAction: NavigationType, hash = ""): void {
    state.navigation = { location: place(to, hash), historyAction };
    listener(state);
  }
  const passes = () =>
    Promise.race([gate.pass().then(() => true), new Promise((done) => setTimeout(done, 0, false))]);
  return { build, gate, did, idle, navigate, passes };
}

describe("a navigation", () => {
  it("stays on the client while the server has the same build", async () => {
    const { navigate, did, passes, gate } = world();
    navigate("/en/about", NavigationType.Push);
    expect(did).toEqual([]);
    expect(await passes()).toBe(true);
    expect(gate.targetPath()).toBe("/en/about");
  });

  it.each([
    [NavigationType.Push, "assign /en/about#top"],
    [NavigationType.Replace, "replace /en/about#top"],
    [NavigationType.Pop, "reload"],
  ])("by %s loads a document when the build is outdated", async (action, expected) => {
    const { build, navigate, did, passes } = world();
    build.saw("b");
    expect(did).toEqual([]);
    navigate("/en/about", action, "#top");
    expect(did).toEqual([expected]);
    expect(await passes()).toBe(false);
  });

  it("loads a document when its data is unusable", async () => {
    const { gate, idle, navigate, did, passes } = world();
    navigate("/en/signal", NavigationType.Push);
    void gate.leave();
    expect(did).toEqual(["assign /en/signal"]);
    idle();
    expect(await passes()).toBe(false);
    navigate("/en/about", NavigationType.Push);
    expect(await passes()).toBe(true);
  });
});

it("a page whose data is unusable is reloaded as a document, without a navigation", () => {
  const { gate, did } = world();
  expect(gate.targetPath()).toBe("/en");
  void gate.leave();
  expect(did).toEqual(["reload"]);
  expect(gate.isLeaving()).toBe(true);
});
