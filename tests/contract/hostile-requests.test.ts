/** Requests that no browser sends, over a raw socket: each gets a documented response, and never a 500. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestProperty } from "#tests/fuzz/requests.ts";
import { signInByApi } from "#tests/support/api-client.ts";
import { sendRaw } from "#tests/support/raw-request.ts";
import { MEMBER_ID, STAFF_ID, STAFF_PASSCODE, startSite, type Site } from "#tests/support/site.ts";
import { HEADER_BOUNDS, REQUEST_BOUNDS } from "#shared/limits/requests.ts";

let site: Site;

beforeAll(async () => {
  site = await startSite();
});

afterAll(() => site?.close());

/** Status and all that came, with its head; status 0 where the server hung up on what is no HTTP. */
async function send(
  requestLine: string,
  headers: readonly (readonly [name: string, value: string])[] = [],
  body = "",
): Promise<{ status: number; text: string }> {
  const request = { requestLine, headers, body: Buffer.from(body, "latin1") };
  const { status, raw } = await sendRaw(site.url, request, 10_000);
  return { status, text: raw };
}

describe("a page", () => {
  it.each([
    ["GET /de/%E0%A4%A HTTP/1.1", 404],
    ["GET /%00 HTTP/1.1", 404],
    ["GET /de/../../etc/passwd HTTP/1.1", 404],
    ["GET /de/%2e%2e/%2e%2e/etc/passwd HTTP/1.1", 308],
    ["GET //evil.example/de HTTP/1.1", 308],
    ["GET /login?next=%E0%A4%A HTTP/1.1", 302],
    ["GET /de/login?next=%E0%A4%A HTTP/1.1", 200],
    ["GET /de?%%%=&&&=== HTTP/1.1", 200],
    [`GET /de/${"a".repeat(6000)} HTTP/1.1`, 404],
    ["TRACE /de HTTP/1.1", 405],
  ])("%s answers %i", async (requestLine, expected) => {
    expect((await send(requestLine)).status).toBe(expected);
  });

  it.each([
    ["Cookie", "language=%E0%A4%A"],
    ["Cookie", "=;;;=;language;language="],
    ["Cookie", "language=\xe4\xf6"],
    ["Cookie", "a=b;".repeat(1500)],
    ["Accept-Language", ",,,;q=;q=9,*-*-*"],
    ["Accept-Language", "de;q=0.5,".repeat(700)],
    ["If-None-Match", '"\xff", W/, *x'],
    ["X-Request-Id", "forged\tid"],
    ["Range", "bytes=0-0"],
    ["Sec-Fetch-Dest", "\x7f"],
  ])("with the header %s: %j is answered with the page", async (name, value) => {
    const { status, text } = await send("GET / HTTP/1.1", [[name, value]]);
    expect(status).toBe(200);
    expect(text).toContain("</html>");
    expect(text).not.toContain("forged");
  });
});

it("a sign-in body of 5 MB is answered with 413", async () => {
  for (let times = 0; times < 5; times += 1) {
    const json = [["Content-Type", "application/json"]] as const;
    const { status, text } = await send("POST /api/auth/login/ HTTP/1.1", json, "9".repeat(5_000_000));
    expect([status, text]).toEqual([413, expect.stringContaining(`"code":"payload_too_large"`)]);
  }
});

it(
  "any random request gets a response, and never a 500, HTML for data or injected markup",
  { timeout: 60_000 },
  async () => {
    const tokens = [
      await signInByApi(site.url, MEMBER_ID),
      await signInByApi(site.url, STAFF_ID, STAFF_PASSCODE),
    ];
    await requestProperty({ url: site.url, tokens }).check({ runs: 1_000, seed: 20261121 });
  },
);

it.each([
  [REQUEST_BOUNDS.maxAddressCharacters, 0, 414, "address_too_long"],
  [0, HEADER_BOUNDS.maxCharacters, 431, "headers_too_large"],
])(
  "a query of %i and a header of %i characters get the site's own JSON error, %i",
  async (inQuery, inHeader, expected, code) => {
    const { status, text } = await send(`GET /api/ledger/?${"a".repeat(inQuery)} HTTP/1.1`, [
      ["X-A", "a".repeat(inHeader)],
    ]);
    expect([status, text]).toEqual([expected, expect.stringContaining(`"code":"${code}"`)]);
  },
);
