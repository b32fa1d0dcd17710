import { describe, expect, it } from "vitest";
import * as v from "valibot";
import { parseQuery, withoutForeignParameters } from "#worker/api/parse-query.ts";

const Query = v.strictObject({ limit: v.optional(v.string()) });

async function refusalOf(query: string): Promise<unknown> {
  const parsed = parseQuery(Query, `https://tidemark.test/api/x/?${query}`);
  return parsed.ok ? null : parsed.response.json();
}

describe("parseQuery", () => {
  it("shortens and cleans the name of an unknown parameter in the error", async () => {
    const shown = `a?b-c.d_${"x".repeat(32)}`;
    const message = "is not a parameter of this list.";
    expect(await refusalOf(`a%3Cb-c.d_${"x".repeat(33)}=1`)).toEqual({
      [shown]: [message],
      detail: `"${shown}": ${message}`,
      code: "invalid_query",
    });
  });

  it("keeps the error's own detail and code, whatever the parameter's name", async () => {
    for (const name of ["detail", "code", "__proto__"]) {
      expect(await refusalOf(`${name}=1`)).toMatchObject({
        detail: `"${name}": is not a parameter of this list.`,
        code: "invalid_query",
      });
    }
  });

  it("names a required parameter that is missing", async () => {
    const parsed = parseQuery(v.strictObject({ by: v.string() }), "https://tidemark.test/api/x/?by=");
    expect(parsed.ok ? null : await parsed.response.json()).toMatchObject({ by: ["must be given."] });
  });

  it("refuses a parameter that is given twice, but ignores empty ones", async () => {
    expect(await refusalOf("limit=1&limit=1")).toMatchObject({ limit: ["must be given once."] });
    expect(await refusalOf("limit=&limit=1&page=")).toBeNull();
  });
});

describe("withoutForeignParameters", () => {
  it.each([
    ["", ""],
    ["?", ""],
    ["?limit=1", "?limit=1"],
    ["?utm_source=x&limit=a%20b+c&limit=/!&&__proto__=1&constructor", "?limit=a%20b+c&limit=/!"],
    ["?l%69mit=1&Limit=2", "?l%69mit=1"],
  ])("turns the query %j into %j", (query, expected) => {
    const address = "https://tidemark.test/api/x/";
    expect(withoutForeignParameters(address + query, Query)).toBe(address + expected);
  });
});
