import { describe, expect, it } from "vitest";
import {
  HttpError,
  isOwnFault,
  isTransient,
  NetworkError,
  readHttpError,
  SessionError,
} from "#client/data/http-error.ts";

const NOW_MS = Date.UTC(2026, 0, 1);

describe("readHttpError", () => {
  it("reads code, detail, request id and Retry-After", async () => {
    const headers = { "X-Request-Id": "q1", "Retry-After": new Date(NOW_MS + 1_500).toUTCString() };
    const response = Response.json({ detail: "Slow down.", code: "throttled" }, { status: 429, headers });
    const error = await readHttpError(response, NOW_MS);
    expect(error).toMatchObject({ status: 429, code: "throttled", detail: "Slow down.", fields: undefined });
    expect(error).toMatchObject({ requestId: "q1", retryAfterSeconds: 1 });
    expect(error.message).toBe("The server answered 429 throttled");
  });

  it("rounds the Retry-After pause up to whole seconds", async () => {
    const headers = { "Retry-After": new Date(NOW_MS + 2_000).toUTCString() };
    const error = await readHttpError(new Response(null, { status: 429, headers }), NOW_MS + 500);
    expect(error.retryAfterSeconds).toBe(2);
  });

  it.each([
    [{ pocketoption_id: ["This field is required."] }],
    [{ detail: "Invalid input.", code: "invalid", pocketoption_id: ["This field is required."] }],
  ])("reads the field errors from %j", async (body) => {
    const error = await readHttpError(Response.json(body, { status: 400 }), NOW_MS);
    expect(error.fields).toEqual({ pocketoption_id: ["This field is required."] });
  });

  it("reads no field errors if the status is not 400", async () => {
    const body = { detail: "x", code: "y", messages: ["z"] };
    expect((await readHttpError(Response.json(body, { status: 401 }), NOW_MS)).fields).toBeUndefined();
  });

  it.each(["", "<html>", "null", "[1]", '{"detail":7}'])("accepts the unusable body %j", async (body) => {
    const error = await readHttpError(new Response(body, { status: 502 }), NOW_MS);
    expect(error).toMatchObject({ status: 502, code: "", detail: "" });
  });
});

const answered = (status: number) => new HttpError({ status, code: "", detail: "" });

describe("isTransient", () => {
  it.each([408, 409, 425, 429, 500, 501, 502, 503, 504, 599])("is true for %i", (status) => {
    expect(isTransient(answered(status))).toBe(true);
  });

  it.each([200, 400, 401, 403, 404, 422])("is false for %i", (status) => {
    expect(isTransient(answered(status))).toBe(false);
  });
});

it.each([
  [new NetworkError(null), { transient: true, own: false }],
  [answered(500), { transient: true, own: false }],
  [new SessionError("Invalid tokens received"), { transient: false, own: false }],
  [new DOMException("stop", "AbortError"), { transient: false, own: false }],
  [new DOMException("denied", "SecurityError"), { transient: false, own: true }],
  [new TypeError("AbortSignal.any is not a function"), { transient: false, own: true }],
  [undefined, { transient: false, own: true }],
])("a request may be repeated after %s, and it is the page's own fault: %j", (error, expected) => {
  expect({ transient: isTransient(error), own: isOwnFault(error) }).toEqual(expected);
});
