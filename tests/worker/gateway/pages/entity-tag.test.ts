import { expect, it } from "vitest";
import { entityTag, isNotModified } from "#worker/gateway/pages/entity-tag.ts";

it("entityTag is equal for equal content, and different otherwise", () => {
  const tag = entityTag("/de", { buildId: "1" });
  expect(entityTag("/de", { buildId: "1" })).toBe(tag);
  expect(entityTag("/de", { buildId: "2" })).not.toBe(tag);
  expect(entityTag("/de", { buildId: "1", text: "a".repeat(9_999) + "b" })).not.toBe(
    entityTag("/de", { buildId: "1", text: "a".repeat(9_999) + "c" }),
  );
  expect(tag).toMatch(/^W\/"[0-9a-f]{24}"$/);
});

it.each([
  ['W/"a"', true],
  ['"a"', true],
  ['"b", W/"a"', true],
  ["*", true],
  ['"b"', false],
  ["a", false],
  ["", false],
  [undefined, false],
])("isNotModified compares %s weakly: %s", (header, expected) => {
  expect(isNotModified(header, 'W/"a"')).toBe(expected);
});
