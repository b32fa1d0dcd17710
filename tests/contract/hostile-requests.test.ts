/** Requests no browser sends, over a raw socket: each has a documented answer, and none is a 500. */
import { connect } from "node:net";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSite, type Site } from "#tests/support/site.ts";

let site: Site;

beforeAll(async () => {
  site = await startSite();
});

afterAll(() => site?.close());

/** Status and whole text of the answer; status 0 where the server hung up on what is no HTTP. */
function send(lines: readonly string[], body = ""): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(site.url);
  const head = lines.slice(0, 1).concat(`Host: ${hostname}:${port}`, "Connection: close", lines.slice(1));
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = "";
    socket.setTimeout(10_000, () => socket.destroy(new Error(`no answer to ${lines[0]}`)));
    socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNRESET" || error.code === "EPIPE") resolve({ status: 0, text });
      else reject(error);
    });
    socket.on("close", () => resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text }));
    socket.write(Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`, "latin1"));
  });
}

describe("a page", () => {
  it.each([
    ["GET /de/%E0%A4%A HTTP/1.1", 404],
    ["GET /%00 HTTP/1.1", 404],
    ["GET /de/../../etc/passwd HTTP/1.1", 404],
    ["GET /de/%2e%2e/%2e%2e/etc/passwd HTTP/1.1", 404],
    ["GET //evil.example/de HTTP/1.1", 404],
    ["GET /login?next=%E0%A4%A HTTP/1.1", 302],
    ["GET /de/login?next=%E0%A4%A HTTP/1.1", 200],
    ["GET /de?%%%=&&&=== HTTP/1.1", 200],
    [`GET /de/${"a".repeat(6000)} HTTP/1.1`, 404],
    ["POST /de HTTP/1.1", 405],
    ["PUT / HTTP/1.1", 405],
    ["TRACE /de HTTP/1.1", 405],
    ["OPTIONS /de HTTP/1.1", 405],
  ])("%s answers %i", async (requestLine, expected) => {
    expect((await send([requestLine])).status).toBe(expected);
  });

  it.each([
    "Cookie: language=%E0%A4%A",
    "Cookie: =;;;=;language;language=",
    "Cookie: language=\xe4\xf6",
    `Cookie: ${"a=b;".repeat(1500)}`,
    "Accept-Language: ,,,;q=;q=9,*-*-*",
    `Accept-Language: ${"de;q=0.5,".repeat(700)}`,
    'If-None-Match: "\xff", W/, *x',
    "X-Request-Id: forged\tid",
    "Range: bytes=0-0",
    "Sec-Fetch-Dest: \x7f",
  ])("with the header %j is answered with the page", async (header) => {
    const { status, text } = await send(["GET / HTTP/1.1", header]);
    expect(status).toBe(200);
    expect(text).toContain("</html>");
    expect(text).not.toContain("forged");
  });
});

describe("the API", () => {
  const json = "Content-Type: application/json";

  it.each([
    ["{", 400, "parse_error"],
    ["", 400, "invalid"],
    ['"text"', 400, "invalid"],
    ["[]", 400, "invalid"],
    ["null", 400, "invalid"],
    ["{}", 400, "invalid"],
    ['{"pocketoption_id": 5}', 401, "passcode_required"],
    ['{"pocketoption_id": true}', 400, "invalid"],
    ['{"pocketoption_id": {"$ne": null}}', 400, "invalid"],
    ['{"pocketoption_id": "\\u0000"}', 400, "invalid"],
    ['{"__proto__": {"pocketoption_id": "x"}}', 400, "invalid"],
    ['{"pocketoption_id": "\' OR 1=1 --"}', 400, "invalid"],
    [`{"pocketoption_id": "${"9".repeat(60_000)}"}`, 400, "invalid"],
    [`{"pocketoption_id": "${"9".repeat(70_000)}"}`, 413, "payload_too_large"],
    ["\xff\xfe{}", 400, "parse_error"],
  ])("answers the sign-in body %j with %i", async (body, expected, code) => {
    const lines = [
      "POST /api/auth/login/ HTTP/1.1",
      json,
      `Content-Length: ${Buffer.byteLength(body, "latin1")}`,
    ];
    const { status, text } = await send(lines, body);
    expect(status).toBe(expected);
    expect(text).toContain(`"code":"${code}"`);
  });

  it.each([
    "Authorization: Bearer",
    "Authorization: Bearer a b",
    "Authorization: Bearer ..",
    "Authorization: bearer x",
    "Authorization: Basic eDp5",
    "Authorization: Bearer eyJhbGciOiJub25lIn0.e30.",
    "Authorization: Bearer \xe4",
    `Authorization: Bearer ${"x".repeat(6000)}`,
  ])("answers 401 to %.60j", async (header) => {
    const { status, text } = await send(["GET /api/auth/me/ HTTP/1.1", header]);
    expect(status).toBe(401);
    expect(text).toMatch(/www-authenticate: Bearer realm="api"/i);
  });

  it.each(["/api/", "/api/nope/", "/api/auth/", "/api//auth/login/", "/api/..;/de", "/api/\\de"])(
    "never answers %s with HTML",
    async (path) => {
      const { status, text } = await send([`GET ${path} HTTP/1.1`]);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(text).toMatch(/content-type: application\/json/i);
    },
  );
});

it("answers any path and header without a 500 (property)", { timeout: 60_000 }, async () => {
  const piece = fc.constantFrom(
    "/",
    "..",
    "%",
    "%2f",
    "%00",
    "de",
    "api",
    "auth",
    "_payload.json",
    "?",
    "&",
    "=",
    "<",
    "'",
    "ü",
    ";",
    ".js",
    "~",
  );
  const path = fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join("")}`);
  const header = fc.tuple(
    fc.constantFrom("Cookie", "Accept-Language", "If-None-Match", "Accept"),
    fc.string({ unit: "binary-ascii", maxLength: 40 }),
  );
  await fc.assert(
    fc.asyncProperty(path, header, async (target, [name, value]) => {
      const { status } = await send([
        `GET ${target} HTTP/1.1`,
        `${name}: ${value.replaceAll(/[\r\n\0]/g, "")}`,
      ]);
      expect(status).toBeLessThan(500);
    }),
    { numRuns: 150, seed: 7 },
  );
});
