import { Hono } from "hono";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import type { ApiEnv } from "#worker/api/dependencies.ts";
import { body } from "#worker/api/request-body.ts";

const Schema = v.object({ name: v.optional(v.string(), "nobody") });

/** What stands behind the middleware, or how it refuses. */
async function read(sent: BodyInit | null, contentType?: string) {
  const app = new Hono<ApiEnv>().post("/", body(Schema), (c) => c.json(c.req.valid("json")));
  const headers: HeadersInit = contentType === undefined ? {} : { "Content-Type": contentType };
  const response = await app.request("/", { method: "POST", body: sent, headers });
  const answer = await response.json<unknown>();
  return response.ok ? answer : { status: response.status, body: answer };
}

const encode = (text: string) => new TextEncoder().encode(text);
const parseError = {
  status: 400,
  body: { detail: "Request body is not valid JSON.", code: "parse_error" },
};

describe("a request body", () => {
  it.each(["application/json", "application/json; charset=utf-8", "Application/JSON"])(
    "is accepted with the content type %s",
    async (type) => {
      expect(await read('{"name":"Ada"}', type)).toEqual({ name: "Ada" });
    },
  );

  it.each([undefined, "text/plain", "application/json"])(
    "that is empty counts as {} with the content type %s",
    async (type) => {
      expect(await read(null, type)).toEqual({ name: "nobody" });
    },
  );

  it.each([undefined, "text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-16"])(
    "is refused with the content type %s",
    async (type) => {
      expect(await read(encode("{}"), type)).toEqual({
        status: 415,
        body: {
          detail: "Request body must be application/json in UTF-8.",
          code: "unsupported_media_type",
        },
      });
    },
  );

  it.each(["{", "undefined", " ", '{"name":"abc\\ud800"}', '{"name":"Ada","na\\u006de":"Ada"}'])(
    "is refused if it is %s, which is no JSON to everybody, without being quoted",
    async (text) => {
      // As JSON, or a failure could not be printed.
      expect(JSON.stringify(await read(text, "application/json"))).toBe(JSON.stringify(parseError));
    },
  );

  it("is refused if it is not UTF-8", async () => {
    expect(await read(new Uint8Array([0x22, 0xff, 0x22]), "application/json")).toEqual(parseError);
  });

  it("is refused if it is nested deeper than 64 levels", async () => {
    const text = `{"name":${"[".repeat(64)}${"]".repeat(64)}}`;
    expect(await read(text, "application/json")).toEqual({
      status: 400,
      body: { detail: "Request body is nested deeper than 64 levels.", code: "parse_error" },
    });
  });

  it.each([
    ["null", "No data provided"],
    ["[]", "Invalid data. Expected a dictionary, but got list."],
    ['"text"', "Invalid data. Expected a dictionary, but got str."],
    ["7", "Invalid data. Expected a dictionary, but got int."],
    ["7.5", "Invalid data. Expected a dictionary, but got float."],
    ["false", "Invalid data. Expected a dictionary, but got bool."],
  ])("is refused if it is %s, which is not an object", async (json, message) => {
    expect(await read(json, "application/json")).toEqual({
      status: 400,
      body: { non_field_errors: [message], detail: "Invalid input.", code: "invalid" },
    });
  });

  it("is refused if it is longer than the route allows", async () => {
    const app = new Hono<ApiEnv>().post("/", body(Schema, { maxBytes: 16 }), (c) => c.text("taken"));
    const headers = { "Content-Type": "application/json" };
    const answerTo = async (text: string) => app.request("/", { method: "POST", headers, body: text });
    expect((await answerTo('{"name":"Sixte"}')).status).toBe(200);
    const refused = await answerTo('{"name":"Sixten"}');
    expect(refused.status).toBe(413);
    expect(await refused.json()).toEqual({
      detail: "A body has at most 16 bytes here.",
      code: "payload_too_large",
    });
  });
});
