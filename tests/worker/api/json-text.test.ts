import { describe, expect, it } from "vitest";
import { parseJson } from "#worker/api/json-text.ts";

describe("parseJson", () => {
  it.each([
    ["{}", {}],
    ['{"a":1,"A":2,"b":{"a":3},"c":[{"a":4},{"a":5}]}', { a: 1, A: 2, b: { a: 3 }, c: [{ a: 4 }, { a: 5 }] }],
    ['{ "a" : "b:" , "b:" : "a" }', { a: "b:", "b:": "a" }],
    ['["a","a",":",{"a":"\\\\"}]', ["a", "a", ":", { a: "\\" }]],
    ['{"a":"\\"b\\":1,\\"b\\":2"}', { a: '"b":1,"b":2' }],
    ['{"":1,"1":2,"constructor":3}', { "": 1, "1": 2, constructor: 3 }],
    ['"a:"', "a:"],
    ['"\\ud83c\\udf0a"', "🌊"],
    ["7", 7],
    ["null", null],
  ])("reads %s", (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it.each([
    '{"a":1,"a":1}',
    '{"a":1,"b":{"c":2},"a":3}',
    '{"a":1,"\\u0061":2}',
    '{"\\"":1,"\\u0022":2}',
    '{"a" :1,\n"a"\t:2}',
    '[[{"b":{"a":[],"a":{}}}]]',
    '{"a":{"b":1,"b":2},"a":3}',
    '{"__proto__":1,"__proto__":2}',
    '{"":1,"":2}',
  ])("rejects an object with a duplicate key: %s", (text) => {
    expect(parseJson(text)).toBeUndefined();
  });

  it("rejects malformed JSON, lone surrogates and numbers that are too large", () => {
    const surrogates = ['"\\ud800"', '{"a":"\\udc00"}', '{"a":["\\ud83d"]}', '{"\\ud800":1}'];
    for (const text of ["", "{", '{"a":1,}', '{"a":}', ...surrogates, '{"a":[1e999]}', "-1e400"])
      // As JSON, or a failure could not be printed.
      expect(JSON.stringify(parseJson(text)), text).toBeUndefined();
  });
});
