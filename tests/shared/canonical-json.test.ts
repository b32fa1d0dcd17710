import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, type JsonValue } from "#shared/canonical-json.ts";

describe("canonicalJson", () => {
  it("writes the example of RFC 8785 section 3.2.2", () => {
    const value = {
      numbers: [Number("333333333.33333329"), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: "\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"/",
      literals: [null, true, false],
    };
    expect(canonicalJson(value)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it("sorts keys by UTF-16 code units, as RFC 8785 section 3.2.3", () => {
    const value = {
      "\u20ac": "Euro Sign",
      "\r": "Carriage Return",
      "\ufb33": "Hebrew Letter Dalet With Dagesh",
      "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face",
      "\u0080": "Control",
      "\u00f6": "Latin Small Letter O With Diaeresis",
    };
    const order = [...canonicalJson(value).matchAll(/:"([^"]+)"/g)].map(([, name]) => name);
    expect(order).toEqual([
      "Carriage Return",
      "One",
      "Control",
      "Latin Small Letter O With Diaeresis",
      "Euro Sign",
      "Emoji: Grinning Face",
      "Hebrew Letter Dalet With Dagesh",
    ]);
  });

  it("equals JSON.stringify with sorted keys, for any JSON value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
        expect(canonicalJson(asJson(value))).toBe(stringifyInOrder(value));
      }),
    );
  });

  it("does not depend on the order in which keys were set", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.integer()), (value) => {
        const reversed = Object.fromEntries(Object.entries(value).reverse());
        expect(canonicalJson(reversed)).toBe(canonicalJson(value));
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

  it("writes minus zero as 0", () => {
    expect(canonicalJson([-0])).toBe("[0]");
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
