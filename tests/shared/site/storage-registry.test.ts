import { describe, expect, it } from "vitest";
import { STORAGE_REGISTRY } from "#shared/site/storage-registry.ts";
import { texts as en } from "#shared/locales/en/texts.ts";

describe("the storage registry", () => {
  it("keeps the language cookie for 365 days and the reload guard for 10 seconds", () => {
    const lifetimeOf = (name: string) => STORAGE_REGISTRY.find((entry) => entry.name === name)?.lifetime;
    expect(lifetimeOf("language")).toEqual({ seconds: 31_536_000 });
    expect(lifetimeOf("tidemark:reload")).toEqual({ seconds: 10 });
  });

  it("has the tokens, the member's name and time zone in local storage until sign-out", () => {
    const untilSignOut = STORAGE_REGISTRY.filter(({ lifetime }) => lifetime === "untilSignOut");
    expect(untilSignOut.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      "localStorage accessToken",
      "localStorage refreshToken",
      "localStorage tidemark:member-name",
      "localStorage tidemark:time-zone",
    ]);
  });

  it("lists each item once", () => {
    const places = STORAGE_REGISTRY.map(({ kind, name }) => `${kind} ${name}`);
    expect(places).toEqual([...new Set(places)]);
  });

  it("has a text for every purpose, kind and lifetime, and no unused texts", () => {
    const { purposes, kinds, lifetimes } = en["cookie-policy"];
    expect(Object.keys(purposes)).toEqual(STORAGE_REGISTRY.map(({ purpose }) => purpose));
    expect(Object.keys(kinds)).toEqual([...new Set(STORAGE_REGISTRY.map(({ kind }) => kind))]);
    const ends = STORAGE_REGISTRY.flatMap(({ lifetime }) => (typeof lifetime === "string" ? lifetime : []));
    expect(Object.keys(lifetimes).sort()).toEqual([...new Set(ends)].sort());
  });
});
