/** The whole worker, with requests larger than any browser sends. */
import { SELF } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { LANGUAGE_FACTS } from "#shared/site/languages.ts";
import { HEADER_BOUNDS, REQUEST_BOUNDS } from "#shared/limits/requests.ts";

const ORIGIN = "https://tidemark.example";
const { maxAddressCharacters, maxQueryCharacters, maxQueryParameters } = REQUEST_BOUNDS;
const { maxCharacters: maxHeaderCharacters, maxFields: maxHeaderFields } = HEADER_BOUNDS;

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return SELF.fetch(ORIGIN + path, { redirect: "manual", ...init });
}

const fill = (length: number) => "a".repeat(length);
const parameters = (count: number) => Array.from({ length: count }, (_, index) => `p${index}=1`).join("&");
const fields = (count: number) =>
  Array.from({ length: count }, (_, index): [string, string] => [`x-${index}`, "1"]);

/** What goes beyond each bound, under any path that starts an address. */
const BEYOND: readonly (readonly [string, number, string, (path: string) => Promise<Response>])[] = [
  ["an address", 414, "address_too_long", (path) => ask(`${path}/${fill(maxAddressCharacters)}`)],
  ["a query", 414, "address_too_long", (path) => ask(`${path}?${fill(maxQueryCharacters + 1)}`)],
  ["parameters", 400, "too_many_parameters", (path) => ask(`${path}?${parameters(maxQueryParameters + 1)}`)],
  ["fields", 431, "headers_too_large", (path) => ask(path, { headers: fields(maxHeaderFields + 1) })],
  [
    "headers",
    431,
    "headers_too_large",
    (path) => ask(path, { headers: { Cookie: fill(maxHeaderCharacters + 1) } }),
  ],
];

describe.each(BEYOND)("a request that exceeds the limit for %s", (_name, status, code, beyond) => {
  it("gets a JSON error from the API", async () => {
    const response = await beyond("/api/ledger/head");
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ code, detail: expect.any(String) });
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  });

  it("gets an error page in the language of the address", async () => {
    const language = "fr";
    const response = await beyond(`/${language}/signal`);
    const html = await response.text();
    expect(response.status).toBe(status);
    expect(response.headers.get("Content-Language")).toBe(language);
    expect(html).toContain(`<html lang="${LANGUAGE_FACTS[language].tag}"`);
    expect(html).toMatch(/<h1>[^<]{8,}<\/h1><p>[^<]{40,}<\/p>/);
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toContain("aaaa");
    expect(html).not.toContain("<script");
    expect(response.headers.get("Content-Security-Policy")).toContain(
      "default-src 'none'; style-src 'sha256-",
    );
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
  });
});

it.each([
  ["an address", `/de/${fill(maxAddressCharacters - 4)}`, {}, 404],
  ["a query", `/de?${fill(maxQueryCharacters)}`, {}, 200],
  ["parameters", `/de?${parameters(maxQueryParameters)}`, {}, 200],
  ["header fields", "/de", { headers: fields(maxHeaderFields) }, 200],
  ["header characters", "/de", { headers: { Cookie: fill(maxHeaderCharacters - 6) } }, 200],
])("a request at the limit for %s is answered", async (_name, path, init, status) => {
  expect((await ask(path, init)).status).toBe(status);
});

it("an error page is in the visitor's language if the address has none", async () => {
  const headers = { Cookie: `language=it; x=${fill(maxHeaderCharacters)}` };
  expect((await ask("/", { headers })).headers.get("Content-Language")).toBe("it");
});

it("the error is JSON if a page's payload was requested", async () => {
  const response = await ask(`/de/signal/_payload.json?${parameters(maxQueryParameters + 1)}`);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: "too_many_parameters" });
});

it("the error is plain text if a file was requested", async () => {
  const response = await ask(`/builds/latest.json?${fill(maxQueryCharacters + 1)}`);
  expect([response.status, response.headers.get("Content-Type")]).toEqual([414, "text/plain; charset=utf-8"]);
});
