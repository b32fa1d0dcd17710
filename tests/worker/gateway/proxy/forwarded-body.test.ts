import { describe, expect, it } from "vitest";
import { answer, json, testProxy } from "./scripted-upstream.ts";

const LIMIT = 64 * 1024;

/** A JSON string of exactly `bytes` bytes. */
function jsonOf(bytes: number): string {
  return `"${"a".repeat(bytes - 2)}"`;
}

function post(
  body: BodyInit | null,
  headers: HeadersInit = { "Content-Type": "application/json" },
): RequestInit {
  return { method: "POST", body, headers };
}

/** What is answered, and what the upstream was sent; nothing if it was not called. */
async function outcome(path: string, init: RequestInit, about: Parameters<typeof testProxy>[1] = {}) {
  const proxy = testProxy([answer(201)], about);
  const response = await proxy.send(path, init);
  const [call] = proxy.calls;
  const type = call?.request.headers.get("Content-Type");
  return { call, status: response.status, body: await response.json(), sent: call?.body, type };
}

describe("methods", () => {
  it.each(["TRACE", "PROPFIND", "PURGE", "QUERY"])("%s gets a 405 and is not forwarded", async (method) => {
    const proxy = testProxy([answer(200)]);
    const response = await proxy.send("/api/signals/", { method });
    expect(response.status).toBe(405);
    expect(response.headers.get("Allow")).toBe("GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
    expect(await response.json()).toEqual({ detail: "Method not allowed.", code: "method_not_allowed" });
    expect(proxy.calls).toEqual([]);
  });

  it.each(["POST", "PUT", "PATCH", "DELETE"])("%s is forwarded with its body unchanged", async (method) => {
    const text = '{ "a" : 1.0,\n"a": "é" }';
    const { call, status, sent } = await outcome("/api/signals/", { ...post(text), method });
    expect([status, call?.request.method, sent]).toEqual([201, method, text]);
  });

  it.each(["POST", "DELETE"])("%s is forwarded without a body and without a content type", async (method) => {
    const { status, sent } = await outcome("/api/auth/logout/", { method });
    expect([status, sent]).toEqual([201, ""]);
  });
});

describe("the size of a request body", () => {
  it("may be 64 KiB", async () => {
    const { status, sent } = await outcome("/api/signals/", post(jsonOf(LIMIT)));
    expect([status, sent?.length]).toEqual([201, LIMIT]);
  });

  it("may not be one byte more: 413", async () => {
    const { call, status, body } = await outcome("/api/signals/", post(jsonOf(LIMIT + 1)));
    expect([status, call]).toEqual([413, undefined]);
    expect(body).toEqual({ detail: "Request body is larger than 65536 bytes.", code: "payload_too_large" });
  });

  it.each<Record<string, string>>([{}, { "Content-Length": "2", "Transfer-Encoding": "chunked" }])(
    "is counted while a stream is read, which stops at the limit: %j",
    async (length) => {
      let chunks = 0;
      const endless = new ReadableStream(
        {
          pull(stream) {
            chunks += 1;
            stream.enqueue(new Uint8Array(1024));
          },
        },
        { highWaterMark: 0 },
      );
      const headers = { "Content-Type": "application/json", ...length };
      const { call, status } = await outcome("/api/signals/", post(endless, headers));
      expect([status, call, chunks]).toEqual([413, undefined, LIMIT / 1024 + 1]);
    },
  );
});

describe("the content type of a request body", () => {
  it.each([
    "application/json",
    "application/json; charset=utf-8",
    'APPLICATION/JSON;charset="UTF-8"',
    "application/json; charset*=utf-7''utf-7",
    'application/json; q="; charset=utf-8"; charset*0=utf-7',
  ])("may be %s, of which only the type is forwarded", async (contentType) => {
    const { status, type } = await outcome("/api/signals/", post("{}", { "Content-Type": contentType }));
    expect([status, type]).toEqual([201, "application/json"]);
  });

  it.each<[string, string, object?]>([
    ["a form, which any site may send", "application/x-www-form-urlencoded"],
    ["text, which any site may send", "text/plain"],
    ["a multipart form", "multipart/form-data; boundary=x"],
    ["another charset", "application/json; charset=utf-16"],
    ["another charset after UTF-8", "application/json; charset=utf-8; charset=utf-7"],
    ["another charset after one in quotes", 'application/json; q="; charset=utf-8"; charset=utf-7'],
    ["a type that begins alike", "application/jsonp"],
    ["an empty type", ""],
    ["a content coding", "application/json", { "Content-Encoding": "gzip" }],
  ])("may not be %s: 415", async (_name, type, coding = {}) => {
    const { call, status, body } = await outcome(
      "/api/signals/",
      post("{}", { "Content-Type": type, ...coding }),
    );
    expect([status, call]).toEqual([415, undefined]);
    expect(body).toEqual({
      detail: "Request body must be application/json in UTF-8.",
      code: "unsupported_media_type",
    });
  });
});

describe("a JSON request body", () => {
  it.each([
    ["what is none", "{"],
    ["a lone value too many", "{} {}"],
    ["invalid UTF-8", new Uint8Array([0x22, 0xff, 0x22])],
    ["a byte order mark", new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d])],
    ["white space only", "  "],
  ])("that is %s is refused with 400, without a call to the upstream", async (_name, text) => {
    const { call, status, body } = await outcome("/api/signals/", post(text));
    expect([status, call]).toEqual([400, undefined]);
    expect(body).toEqual({ detail: "Request body is not valid JSON.", code: "parse_error" });
  });

  it.each([
    ["lists", "[".repeat(64) + "]".repeat(64)],
    ["objects", '{"a":'.repeat(63) + "{}" + "}".repeat(63)],
    ["as many lists as fit beside each other", `[${"[],".repeat(20_000)}[]]`],
    ["brackets within strings", JSON.stringify({ "[[": '{"\\'.repeat(100) })],
  ])("may be nested 64 levels deep: %s", async (_name, text) => {
    const { status, sent } = await outcome("/api/signals/", post(text));
    expect([status, sent]).toEqual([201, text]);
  });

  it.each([
    ["lists", "[".repeat(65) + "]".repeat(65)],
    ["objects", '{"a":'.repeat(64) + "{}" + "}".repeat(64)],
    ["levels that a field of the same name replaces", `{"a":${"[".repeat(64)}${"]".repeat(64)},"a":1}`],
    ["levels after an escaped quote", `{"\\"":${"[".repeat(64)}${"]".repeat(64)}}`],
    ["as many as 64 KiB allow", "[".repeat(LIMIT / 2) + "]".repeat(LIMIT / 2)],
  ])(
    "may not be nested 65 levels deep, which is a 400 without a call to the upstream: %s",
    async (_name, text) => {
      const { call, status, body } = await outcome("/api/signals/", post(text));
      expect([status, call]).toEqual([400, undefined]);
      expect(body).toEqual({ detail: "Request body is nested deeper than 64 levels.", code: "parse_error" });
    },
  );
});

describe("a request body for a webhook", () => {
  it.each([
    ["text", "EURUSD · M5 · CALL {not json", "text/plain; charset=utf-8"],
    ["no JSON", "{", "application/json"],
    ["of another charset", "{}", "application/json; charset=utf-16"],
    ["of another type", "x", "text/html"],
  ])("is forwarded unchanged, for the API to refuse, even if it is %s", async (_, text, contentType) => {
    const { status, sent, type } = await outcome(
      "/api/hooks/abc/",
      post(text, { "Content-Type": contentType }),
    );
    expect([status, sent, type]).toEqual([201, text, contentType]);
  });

  it("has the same size limit", async () => {
    const tooLong = post("a".repeat(LIMIT + 1), { "Content-Type": "text/plain" });
    expect((await outcome("/api/hooks/abc/", tooLong)).status).toBe(413);
  });
});

it.each(["{", "x".repeat(LIMIT)])(
  "the embedded API gets a body unread, and parses it itself",
  async (text) => {
    const init = post(text, { "Content-Type": "text/plain" });
    const { status, sent, type } = await outcome("/api/auth/login/", init, { isEmbedded: true });
    expect([status, sent, type]).toEqual([201, text, "text/plain"]);
  },
);

it("a client that leaves while it sends causes neither a call to the upstream nor an error", async () => {
  const client = new AbortController();
  const silent = new ReadableStream({ pull: () => client.abort() });
  const proxy = testProxy([answer(200)]);
  const response = await proxy.send("/api/signals/", { ...json({}), body: silent, signal: client.signal });
  expect([response.status, proxy.calls.length, proxy.logs]).toEqual([499, 0, []]);
});
