import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { readBody } from "#worker/api/request-body.ts";

const Schema = v.object({ name: v.optional(v.string(), "nobody") });

async function read(body: BodyInit | null, contentType?: string) {
  const headers: HeadersInit = contentType === undefined ? {} : { "Content-Type": contentType };
  const request = new Request("https://example.com/", { method: "POST", body, headers });
  const reading = await readBody(request, Schema);
  return reading.ok
    ? reading.value
    : { status: reading.refusal.status, body: await reading.refusal.json<unknown>() };
}

const encode = (text: string) => new TextEncoder().encode(text);
const parseError = {
  status: 400,
  body: { detail: "JSON parse error - the body is not valid JSON.", code: "parse_error" },
};

describe("readBody", () => {
  it.each(["application/json", "application/json; charset=utf-8", "Application/JSON"])(
    "takes %s",
    async (type) => {
      expect(await read('{"name":"Ada"}', type)).toEqual({ name: "Ada" });
    },
  );

  it("takes a byte order mark in its stride", async () => {
    expect(await read(encode('\u{feff}{"name":"Ada"}'), "application/json")).toEqual({ name: "Ada" });
  });

  it.each([undefined, "text/plain", "application/json"])(
    "takes an empty body of type %s for {}",
    async (type) => {
      expect(await read(null, type)).toEqual({ name: "nobody" });
    },
  );

  it.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonp"])(
    "refuses %s",
    async (type) => {
      expect(await read(encode("{}"), type)).toEqual({
        status: 415,
        body: { detail: `Unsupported media type "${type}" in request.`, code: "unsupported_media_type" },
      });
    },
  );

  it("refuses a body without a type", async () => {
    expect(await read(encode("{}"))).toMatchObject({ status: 415 });
  });

  it.each(["{", '{"name":}', "undefined", " ", "\u0000"])(
    "refuses %j as no JSON, without quoting it",
    async (text) => {
      expect(await read(text, "application/json")).toEqual(parseError);
    },
  );

  it.each(['{"name":"abc\\ud800"}', '{"name":"\\udc00"}', '{"name":["\\ud83d"]}', '{"\\ud800":1}'])(
    "refuses %s, which no text can hold",
    async (text) => {
      // As JSON, or a failure could not be printed.
      expect(JSON.stringify(await read(text, "application/json"))).toBe(JSON.stringify(parseError));
    },
  );

  it("refuses a field that is given twice, whatever its values", async () => {
    expect(await read('{"name":"Ada","na\\u006de":"Ada"}', "application/json")).toEqual(parseError);
  });

  it("takes a pair of surrogates for the character it is", async () => {
    expect(await read('{"name":"\\ud83c\\udf0a"}', "application/json")).toEqual({ name: "🌊" });
  });

  it("refuses bytes that are no UTF-8", async () => {
    expect(await read(new Uint8Array([0x22, 0xff, 0x22]), "application/json")).toEqual(parseError);
  });

  it.each([
    ["null", "No data provided"],
    ["[]", "Invalid data. Expected a dictionary, but got list."],
    ['"text"', "Invalid data. Expected a dictionary, but got str."],
    ["7", "Invalid data. Expected a dictionary, but got int."],
    ["7.5", "Invalid data. Expected a dictionary, but got float."],
    ["false", "Invalid data. Expected a dictionary, but got bool."],
  ])("refuses %s, which is no object", async (json, message) => {
    expect(await read(json, "application/json")).toEqual({
      status: 400,
      body: { non_field_errors: [message], detail: "Invalid input.", code: "invalid" },
    });
  });
});
