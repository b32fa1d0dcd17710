import { describe, expect, it } from "vitest";
import { keepBuild, type KeptBuild, MAX_KEPT_BUILDS } from "#worker/build/former-builds.ts";

const build = (id: string, ...files: string[]): KeptBuild => ({
  id,
  files: [...files, `builds/meta/${id}.json`],
});

describe("the kept builds", () => {
  it("are the five newest, including the new one, newest first", () => {
    const previous = ["5", "4", "3", "2", "1"].map((id) => build(id));
    const { kept } = keepBuild(build("6"), previous, []);
    expect(MAX_KEPT_BUILDS).toBe(5);
    expect(kept.map(({ id }) => id)).toEqual(["6", "5", "4", "3", "2"]);
  });

  it("keep a file that a dropped build shares with them", () => {
    const previous = ["5", "4", "3", "2"].map((id) => build(id, `assets/${id}.js`));
    const present = ["assets/1.js", "assets/shared.js", "builds/meta/1.json", "assets/5.js"];
    const oldest = build("1", "assets/1.js", "assets/shared.js");
    const { dropped } = keepBuild(build("6", "assets/shared.js"), [...previous, oldest], present);
    expect(dropped).toEqual(["assets/1.js", "builds/meta/1.json"]);
  });

  it("do not include files that belong to no build", () => {
    expect(keepBuild(build("1", "assets/1.js"), [], ["assets/stray.js", "assets/1.js"]).dropped).toEqual([
      "assets/stray.js",
    ]);
  });

  it("include the same build only once, even if it is built again", () => {
    const { kept } = keepBuild(build("2", "assets/2.js"), [build("2"), build("1")], []);
    expect(kept).toEqual([build("2", "assets/2.js"), build("1")]);
  });
});
