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

function streamOf(chunk: Uint8Array, count: number, onChunk: () => void = () => undefined): ReadableStream {
  let sent = 0;
  return new ReadableStream(
    {
      pull(stream) {
        if (sent === count) stream.close();
        else stream.enqueue(chunk);
        sent += 1;
        onChunk();
      },
    },
    { highWaterMark: 0 },
  );
}

async function outcome(path: string, init: RequestInit) {
  const proxy = testProxy([answer(201)]);
  const response = await proxy.send(path, init);
  return { proxy, status: response.status, body: await response.json() };
}

describe("methods", () => {
  it.each(["TRACE", "PROPFIND", "PURGE", "QUERY"])("answers %s with 405 and calls nobody", async (method) => {
    const proxy = testProxy([answer(200)]);
    const response = await proxy.send("/api/signals/", { method });
    expect([response.status, response.headers.get("Allow")]).toEqual([
      405,
      "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
    ]);
    expect(await response.json()).toEqual({ detail: "Method not allowed.", code: "method_not_allowed" });
    expect(proxy.calls).toEqual([]);
  });

  it.each(["POST", "PUT", "PATCH", "DELETE"])("forwards %s with its body as sent", async (method) => {
    const text = '{ "a" : 1.0,\n"a": "é" }';
    const { proxy, status } = await outcome("/api/signals/", { ...post(text), method });
    expect(status).toBe(201);
    expect([proxy.calls[0]?.request.method, proxy.calls[0]?.body]).toEqual([method, text]);
  });

  it.each(["POST", "DELETE"])("forwards %s without a body and without a content type", async (method) => {
    const { proxy, status } = await outcome("/api/auth/logout/", { method });
    expect([status, proxy.calls[0]?.body]).toEqual([201, ""]);
  });
});

describe("size", () => {
  it("lets 64 KiB through", async () => {
    const { proxy, status } = await outcome("/api/signals/", post(jsonOf(LIMIT)));
    expect([status, proxy.calls[0]?.body.length]).toEqual([201, LIMIT]);
  });

  it("refuses one byte more with 413", async () => {
    const { proxy, status, body } = await outcome("/api/signals/", post(jsonOf(LIMIT + 1)));
    expect([status, proxy.calls.length]).toEqual([413, 0]);
    expect(body).toEqual({ detail: "Request body is larger than 65536 bytes.", code: "payload_too_large" });
  });

  it.each<Record<string, string>>([{}, { "Content-Length": "2", "Transfer-Encoding": "chunked" }])(
    "counts a stream in chunks, and reads no more of it than that takes: %j",
    async (length) => {
      let chunks = 0;
      const endless = streamOf(new Uint8Array(1024), Number.POSITIVE_INFINITY, () => {
        chunks += 1;
      });
      const headers = { "Content-Type": "application/json", ...length };
      const { proxy, status } = await outcome("/api/signals/", post(endless, headers));
      expect([status, proxy.calls.length, chunks]).toEqual([413, 0, LIMIT / 1024 + 1]);
    },
  );

  it("counts a stream that claims to be short", async () => {
    const headers = { "Content-Type": "application/json", "Content-Length": "2" };
    const { status } = await outcome("/api/signals/", post(streamOf(new Uint8Array(1024), 65), headers));
    expect(status).toBe(413);
  });
});

describe("content type", () => {
  it.each([
    "application/json",
    "application/json; charset=utf-8",
    'APPLICATION/JSON;charset="UTF-8"',
    "application/json; charset*=utf-7''utf-7",
    'application/json; q="; charset=utf-8"; charset*0=utf-7',
  ])("takes %s and forwards the type alone, which every parser reads alike", async (contentType) => {
    const { proxy, status } = await outcome("/api/signals/", post("{}", { "Content-Type": contentType }));
    expect(status).toBe(201);
    expect(proxy.calls[0]?.request.headers.get("Content-Type")).toBe("application/json");
  });

  it.each([
    ["a form, which any site may send", { "Content-Type": "application/x-www-form-urlencoded" }],
    ["text, which any site may send", { "Content-Type": "text/plain" }],
    ["a multipart form", { "Content-Type": "multipart/form-data; boundary=x" }],
    ["another charset", { "Content-Type": "application/json; charset=utf-16" }],
    ["another charset after UTF-8", { "Content-Type": "application/json; charset=utf-8; charset=utf-7" }],
    [
      "another charset after one in quotes",
      { "Content-Type": 'application/json; q="; charset=utf-8"; charset=utf-7' },
    ],
    ["a content coding", { "Content-Type": "application/json", "Content-Encoding": "gzip" }],
    ["a type that begins alike", { "Content-Type": "application/jsonp" }],
    ["an empty type", { "Content-Type": "" }],
  ])("refuses %s with 415", async (_name, headers) => {
    const { proxy, status, body } = await outcome("/api/signals/", post("{}", headers));
    expect([status, proxy.calls.length]).toEqual([415, 0]);
    expect(body).toEqual({
      detail: "Request body must be application/json in UTF-8.",
      code: "unsupported_media_type",
    });
  });
});

describe("JSON", () => {
  it.each([
    ["what is none", "{"],
    ["a lone value too many", "{} {}"],
    ["invalid UTF-8", new Uint8Array([0x22, 0xff, 0x22])],
    ["a byte order mark", new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d])],
    ["white space only", "  "],
  ])("refuses %s with 400 before anyone is called", async (_name, text) => {
    const { proxy, status, body } = await outcome("/api/signals/", post(text));
    expect([status, proxy.calls.length]).toEqual([400, 0]);
    expect(body).toEqual({ detail: "Request body is not valid JSON.", code: "parse_error" });
  });

  it.each([
    ["lists", "[".repeat(64) + "]".repeat(64)],
    ["objects", '{"a":'.repeat(63) + "{}" + "}".repeat(63)],
    ["as many lists as fit beside each other", `[${"[],".repeat(20_000)}[]]`],
    ["brackets within strings", JSON.stringify({ "[[": '{"\\'.repeat(100) })],
  ])("takes 64 levels: %s", async (_name, text) => {
    const { proxy, status } = await outcome("/api/signals/", post(text));
    expect([status, proxy.calls[0]?.body]).toEqual([201, text]);
  });

  it.each([
    ["lists", "[".repeat(65) + "]".repeat(65)],
    ["objects", '{"a":'.repeat(64) + "{}" + "}".repeat(64)],
    ["levels that a field of the same name replaces", `{"a":${"[".repeat(64)}${"]".repeat(64)},"a":1}`],
    ["levels after an escaped quote", `{"\\"":${"[".repeat(64)}${"]".repeat(64)}}`],
    ["as many as 64 KiB allow", "[".repeat(LIMIT / 2) + "]".repeat(LIMIT / 2)],
  ])("refuses 65 with 400 before anyone is called: %s", async (_name, text) => {
    const { proxy, status, body } = await outcome("/api/signals/", post(text));
    expect([status, proxy.calls.length]).toEqual([400, 0]);
    expect(body).toEqual({ detail: "Request body is nested deeper than 64 levels.", code: "parse_error" });
  });
});

describe("hooks", () => {
  it("forwards text to /api/hooks/ as it is, type included", async () => {
    const text = "EURUSD · M5 · CALL {not json";
    const { proxy, status } = await outcome(
      "/api/hooks/abc/",
      post(text, { "Content-Type": "text/plain; charset=utf-8" }),
    );
    expect([status, proxy.calls[0]?.body]).toEqual([201, text]);
    expect(proxy.calls[0]?.request.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
  });

  it.each([
    ["no JSON", "{", "application/json"],
    ["of another charset", "{}", "application/json; charset=utf-16"],
    ["of another type", "x", "text/html"],
  ])("forwards what is %s as well: it is refused where its key is known", async (_, text, type) => {
    const { proxy, status } = await outcome("/api/hooks/abc/", post(text, { "Content-Type": type }));
    expect([status, proxy.calls[0]?.body]).toEqual([201, text]);
    expect(proxy.calls[0]?.request.headers.get("Content-Type")).toBe(type);
  });

  it("holds everything there to the same size", async () => {
    const tooLong = post("a".repeat(LIMIT + 1), { "Content-Type": "text/plain" });
    expect((await outcome("/api/hooks/abc/", tooLong)).status).toBe(413);
  });
});

describe("a client that breaks off while it sends", () => {
  it("calls nobody and is no error", async () => {
    const client = new AbortController();
    const silent = new ReadableStream({ pull: () => client.abort() });
    const proxy = testProxy([answer(200)]);
    const response = await proxy.send("/api/signals/", { ...json({}), body: silent, signal: client.signal });
    expect([response.status, proxy.calls.length, proxy.logs]).toEqual([499, 0, []]);
  });
});
