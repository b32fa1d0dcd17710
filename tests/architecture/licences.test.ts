import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  licencesText,
  shippedPackages,
  strangeLicences,
  type ShippedPackage,
} from "#worker/build/licences.ts";

const packages = shippedPackages();
const manifest: { dependencies: Record<string, string> } = JSON.parse(readFileSync("package.json", "utf8"));

describe("the packages that are shipped", () => {
  it("have only licences from the allowed list", () => {
    expect(strangeLicences(packages)).toEqual([]);
  });

  it("include every dependency in the version pinned by package.json, and the packages that those need", () => {
    const versions = new Map(packages.map(({ name, version }) => [name, version]));
    for (const [name, version] of Object.entries(manifest.dependencies))
      expect(versions.get(name)).toBe(version);
    // Of react-dom and of swr.
    for (const needed of ["scheduler", "dequal"]) expect(versions.has(needed)).toBe(true);
    // A tool is not shipped, though i18next names it as a peer for its types.
    expect(versions.has("typescript")).toBe(false);
  });

  it("are all named in the licence text, with version, licence and copyright notice", () => {
    const text = licencesText(packages);
    for (const { name, version } of packages) expect(text).toContain(`${name} ${version}\nLicence: `);
    expect(text).toContain("Copyright (c) Meta Platforms, Inc. and affiliates.");
  });
});

it.each(["GPL-3.0-only", "(MIT OR GPL-2.0)", "", "UNLICENSED"])(
  "the licence %j fails the build",
  (licence) => {
    const planted: ShippedPackage = { name: "planted", version: "1.0.0", licence, notice: "" };
    expect(strangeLicences([...packages, planted])).toEqual([planted]);
    expect(() => licencesText([planted])).toThrow("planted is under");
  },
);
