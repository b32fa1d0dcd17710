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
  it.each(["TRACE", "PROPFIND", "PURGE", "QUERY"])("%s gets a 405 and is not forwarded", async (method) => {
    const proxy = testProxy([answer(200)]);
    const response = await proxy.send("/api/signals/", { method });
    expect([response.status, response.headers.get("Allow")]).toEqual([
      405,
      "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
    ]);
    expect(await response.json()).toEqual({ detail: "Method not allowed.", code: "method_not_allowed" });
    expect(proxy.calls).toEqual([]);
  });

  it.each(["POST", "PUT", "PATCH", "DELETE"])("%s is forwarded with its body unchanged", async (method) => {
    const text = '{ "a" : 1.0,\n"a": "é" }';
    const { proxy, status } = await outcome("/api/signals/", { ...post(text), method });
    expect(status).toBe(201);
    expect([proxy.calls[0]?.request.method, proxy.calls[0]?.body]).toEqual([method, text]);
  });

  it.each(["POST", "DELETE"])("%s is forwarded without a body and without a content type", async (method) => {
    const { proxy, status } = await outcome("/api/auth/logout/", { method });
    expect([status, proxy.calls[0]?.body]).toEqual([201, ""]);
  });
});

describe("the size of a request body", () => {
  it("may be 64 KiB", async () => {
    const { proxy, status } = await outcome("/api/signals/", post(jsonOf(LIMIT)));
    expect([status, proxy.calls[0]?.body.length]).toEqual([201, LIMIT]);
  });

  it("may not be one byte more: 413", async () => {
    const { proxy, status, body } = await outcome("/api/signals/", post(jsonOf(LIMIT + 1)));
    expect([status, proxy.calls.length]).toEqual([413, 0]);
    expect(body).toEqual({ detail: "Request body is larger than 65536 bytes.", code: "payload_too_large" });
  });

  it.each<Record<string, string>>([{}, { "Content-Length": "2", "Transfer-Encoding": "chunked" }])(
    "is counted while a stream is read, which stops at the limit: %j",
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

  it("is counted even if Content-Length claims less", async () => {
    const headers = { "Content-Type": "application/json", "Content-Length": "2" };
    const { status } = await outcome("/api/signals/", post(streamOf(new Uint8Array(1024), 65), headers));
    expect(status).toBe(413);
  });
});

describe("the content type of a request body", () => {
  it.each([
    "application/json",
    "application/json; charset=utf-8",
    'APPLICATION/JSON;charset="UTF-8"',
    "application/json; charset*=utf-7''utf-7",
    'application/json; q="; charset=utf-8"; charset*0=utf-7',
  ])("may be %s, of which only the type is forwarded", async (contentType) => {
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
  ])("may not be %s: 415", async (_name, headers) => {
    const { proxy, status, body } = await outcome("/api/signals/", post("{}", headers));
    expect([status, proxy.calls.length]).toEqual([415, 0]);
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
    const { proxy, status, body } = await outcome("/api/signals/", post(text));
    expect([status, proxy.calls.length]).toEqual([400, 0]);
    expect(body).toEqual({ detail: "Request body is not valid JSON.", code: "parse_error" });
  });

  it.each([
    ["lists", "[".repeat(64) + "]".repeat(64)],
    ["objects", '{"a":'.repeat(63) + "{}" + "}".repeat(63)],
    ["as many lists as fit beside each other", `[${"[],".repeat(20_000)}[]]`],
    ["brackets within strings", JSON.stringify({ "[[": '{"\\'.repeat(100) })],
  ])("may be nested 64 levels deep: %s", async (_name, text) => {
    const { proxy, status } = await outcome("/api/signals/", post(text));
    expect([status, proxy.calls[0]?.body]).toEqual([201, text]);
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
      const { proxy, status, body } = await outcome("/api/signals/", post(text));
      expect([status, proxy.calls.length]).toEqual([400, 0]);
      expect(body).toEqual({ detail: "Request body is nested deeper than 64 levels.", code: "parse_error" });
    },
  );
});

describe("a request body for a webhook", () => {
  it("is forwarded unchanged as text, with its content type", async () => {
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
  ])("is forwarded even if it is %s, for the API to refuse", async (_, text, type) => {
    const { proxy, status } = await outcome("/api/hooks/abc/", post(text, { "Content-Type": type }));
    expect([status, proxy.calls[0]?.body]).toEqual([201, text]);
    expect(proxy.calls[0]?.request.headers.get("Content-Type")).toBe(type);
  });

  it("has the same size limit", async () => {
    const tooLong = post("a".repeat(LIMIT + 1), { "Content-Type": "text/plain" });
    expect((await outcome("/api/hooks/abc/", tooLong)).status).toBe(413);
  });
});

describe("a request body for the embedded API", () => {
  it.each(["{", "x".repeat(LIMIT)])("is forwarded unread: the API parses it", async (text) => {
    const proxy = testProxy([answer(201)], { isEmbedded: true });
    const response = await proxy.send("/api/auth/login/", post(text, { "Content-Type": "text/plain" }));
    expect([response.status, proxy.calls[0]?.body]).toEqual([201, text]);
    expect(proxy.calls[0]?.request.headers.get("Content-Type")).toBe("text/plain");
  });
});

describe("a client that leaves while it sends", () => {
  it("causes neither a call to the upstream nor an error", async () => {
    const client = new AbortController();
    const silent = new ReadableStream({ pull: () => client.abort() });
    const proxy = testProxy([answer(200)]);
    const response = await proxy.send("/api/signals/", { ...json({}), body: silent, signal: client.signal });
    expect([response.status, proxy.calls.length, proxy.logs]).toEqual([499, 0, []]);
  });
});
