import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, type JsonValue } from "#shared/encoding/canonical-json.ts";

describe("canonicalJson", () => {
  it("equals JSON.stringify with sorted keys, for any JSON value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
        expect(canonicalJson(asJson(value))).toBe(stringifyInOrder(value));
      }),
    );
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, "\ud800", { "\udfff": 1 }])("refuses %o", (value) => {
    expect(() => canonicalJson(value)).toThrow();
    expect(() => canonicalJson([{ a: value }])).toThrow();
  });

  it.each([undefined, () => 1, 1n, [1n]])("refuses %o, which is not JSON", (value) => {
    expect(() => canonicalJson(asJson(value))).toThrow(TypeError);
  });

  it("leaves out undefined members, like JSON.stringify", () => {
    expect(canonicalJson(asJson({ b: undefined, a: [undefined] }))).toBe('{"a":[null]}');
  });
});

/** What comes from fast-check is JSON by construction; what callers without types hand in may be anything. */
function asJson(value: unknown): JsonValue {
  return value as JsonValue;
}

/** RFC 8785 by other means. */
function stringifyInOrder(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stringifyInOrder).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${stringifyInOrder(member)}`).join(",")}}`;
}
