import { expect, it } from "vitest";
import { differenceOf } from "#shared/record/differences.ts";

it.each([
  ["an absent field and null", { a: 1 }, { a: 1, b: null }],
  ["fractions that differ by rounding", [0.1 + 0.2, -1e9 / 3], [0.3, -333_333_333.333_333]],
  ["a fraction and the whole number it rounds to", 2.999_999_999_9, 3],
  ["sums that should be 0", 5e-13, 0],
])("%s are the same", (_what, found, expected) => {
  expect(differenceOf(found, expected)).toBeNull();
  expect(differenceOf(expected, found)).toBeNull();
});

it.each([
  ["whole numbers differ by one, however large", 4_000_000_000, 4_000_000_001],
  ["a fraction differs by more than rounding", 0.5, 0.500_000_01],
  ["0 is no absent value", 0, null],
  ["text is no number", "1.5", 1.5],
  ["an empty list is no absent value", [], null],
])("%s", (_what, found, expected) => {
  expect(differenceOf(found, expected)).toEqual({ place: "", found, expected });
  expect(differenceOf(expected, found)).toEqual({ place: "", found: expected, expected: found });
});

it("the place of the first difference is named, with both values", () => {
  const found = { a: 1, b: [{ at: 1 }, { at: 2 }] };
  expect(differenceOf(found, { a: 1, b: [{ at: 1 }, { at: 3 }] })).toEqual({
    place: "b.1.at",
    found: 2,
    expected: 3,
  });
  expect(differenceOf(found, { a: 1 })).toEqual({ place: "b", found: found.b, expected: null });
  expect(differenceOf({ a: 1 }, found)).toEqual({ place: "b", found: null, expected: found.b });
});
