import { describe, expect, it } from "vitest";
import { createBuildState } from "#client/app/browser/build-state.ts";

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
