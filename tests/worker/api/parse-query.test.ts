import { describe, expect, it } from "vitest";
import * as v from "valibot";
import { parseQuery, withoutForeignParameters } from "#worker/api/parse-query.ts";

const Query = v.strictObject({ limit: v.optional(v.string()) });

async function refusalOf(query: string): Promise<unknown> {
  const parsed = parseQuery(Query, `https://tidemark.test/api/x/?${query}`);
  return parsed.ok ? null : parsed.response.json();
}

describe("parseQuery", () => {
  it("repeats a parameter's name short and plain", async () => {
    const shown = `a?b-c.d_${"x".repeat(32)}`;
    const message = "is not a parameter of this list.";
    expect(await refusalOf(`a%3Cb-c.d_${"x".repeat(33)}=1`)).toEqual({
      [shown]: [message],
      detail: `"${shown}": ${message}`,
      code: "invalid_query",
    });
  });

  it("keeps its detail and code whatever a parameter is called", async () => {
    for (const name of ["detail", "code", "__proto__"]) {
      expect(await refusalOf(`${name}=1`)).toMatchObject({
        detail: `"${name}": is not a parameter of this list.`,
        code: "invalid_query",
      });
    }
  });

  it("counts what is given twice, but not what is left empty", async () => {
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
  ])("of %j leaves %j", (query, expected) => {
    const address = "https://tidemark.test/api/x/";
    expect(withoutForeignParameters(address + query, Query)).toBe(address + expected);
  });
});
