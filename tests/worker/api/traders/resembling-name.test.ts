import { describe, expect, it } from "vitest";
import {
  foldName,
  type Resemblance,
  resemblanceOf,
  skeletonOf,
} from "#worker/api/traders/resembling-name.ts";

describe("foldName", () => {
  it.each([
    ["Harbour Nine", "HARBOUR  nine"],
    ["Harbour Nine", "HarbourNine"],
    ["Harbour Nine", "Harbour\u00a0Nine"],
    ["Harbour Nine", "Har\u200bbour\u00ad Nine"],
    ["Harbour Nine", "Harbour\u2800Nine"],
    ["Harbour Nine", "Ｈａｒｂｏｕｒ Ｎｉｎｅ"],
    ["Río Grande", "Rio Grande"],
    ["Río Grande", "Ri\u0301o Grande"],
    ["Straße", "STRASSE"],
    ["Straße", "STRAẞE"],
    ["ΟΔΟΣ", "οδος"],
    ["ﬁve", "five"],
    ["İnci", "inci"],
    ["M²", "m2"],
  ])("is equal for %s and %s", (one, other) => {
    expect(foldName(one)).toBe(foldName(other));
  });

  it.each([
    ["Harbour Nine", "Harbour Nine 2"],
    ["Harbour Nine", "Harbour-Nine"],
    ["Lena K.", "Lena K"],
    ["काव्य", "किव्य"],
    ["か", "が"],
  ])("differs for %s and %s", (one, other) => {
    expect(foldName(one)).not.toBe(foldName(other));
  });
});

describe("skeletonOf", () => {
  it.each([
    // Cyrillic, Greek, Cherokee, mathematical, Latin of another case, digits.
    ["Atlas M5", "\u0410tl\u0430s \u041c5"],
    ["ATLAS M5", "\u0391\u03a4L\u0391\u0405 \u039c5"],
    ["PACE", "\u13e2\u13aa\u13df\u13ac"],
    ["Atlas M5", "\u{1d5d4}\u{1d601}\u{1d5f9}\u{1d5ee}\u{1d600} \u{1d5e0}\u{1d7f1}"],
    ["Atlas M5", "AtIas M5"],
    ["Atlas", "At1as"],
    ["Rio", "Ri0"],
    ["Sam", "Sarn"],
    ["Bj\u00f8rn", "Bjorn"],
    ["\u5de5\u5c71", "\u30a8\u5c71"],
  ])("is equal for %s and %s", (one, other) => {
    expect(skeletonOf(one)).toBe(skeletonOf(other));
  });

  it.each([
    ["Harbour Nine", "Harbour Mine"],
    ["Harbour Nine", "Harbour-Nine"],
    ["Lena K.", "Lena K"],
    ["Иван", "Иль"],
    ["か", "が"],
  ])("differs for %s and %s", (one, other) => {
    expect(skeletonOf(one)).not.toBe(skeletonOf(other));
  });
});

describe("a new trader", () => {
  const others = [
    { handle: "north-light", name: "North Light" },
    { handle: "atlas-m5", name: "The Titan" },
  ];
  it.each<[handle: string, name: string, resemblance: Resemblance | null]>([
    ["n0rth-light", "Somebody", { of: "handle", resembles: "north-light" }],
    ["north-iight", "Somebody", { of: "handle", resembles: "north-light" }],
    ["northlight", "Somebody", { of: "handle", resembles: "north-light" }],
    ...["NorthLight.", "North_Light", "“North Light”", "North, Light", "North Light ✓", "North L1ght"].map(
      (name): [string, string, Resemblance] => ["somebody", name, { of: "name", resembles: "North Light" }],
    ),
    ["north-lights", "North Lights", null],
    ["the-titan", "Somebody", { of: "handle", resembles: "The Titan" }],
    ["somebody", "N\u043erth Light", { of: "name", resembles: "North Light" }],
    ["somebody", "Atlas M5", { of: "name", resembles: "atlas-m5" }],
    ["somebody", "\u0410TLAS-M5", { of: "name", resembles: "atlas-m5" }],
    ["somebody", "Somebody", null],
  ])("with the handle %s and the name %s resembles %j", (handle, name, resemblance) => {
    expect(resemblanceOf({ handle, name }, others)).toEqual(resemblance);
  });
});
