/** Only the site's own pages may send writes from a visitor's browser. */
import { SELF } from "cloudflare:test";
import { expect, it } from "vitest";
import { isForeign } from "#worker/gateway/foreign-origin.ts";

const SITE = "https://tidemark.example";

const from = (headers: Record<string, string>, url = `${SITE}/language`) =>
  isForeign(new Request(url, { method: "POST", headers }));

it.each([
  [{ "Sec-Fetch-Site": "same-origin", Origin: SITE }, false],
  // Behind a proxy that ends TLS, the address here says http.
  [{ "Sec-Fetch-Site": "same-origin", Origin: "http://tidemark.example" }, false],
  [{ "Sec-Fetch-Site": "none" }, false],
  [{ Origin: SITE }, false],
  [{ Origin: "http://tidemark.example" }, false],
  [{}, false],
  [{ "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" }, true],
  [{ "Sec-Fetch-Site": "cross-site" }, true],
  [{ "Sec-Fetch-Site": "same-site", Origin: "https://blog.tidemark.example" }, true],
  [{ "Sec-Fetch-Site": "cross-site", Origin: SITE }, true],
  [{ "Sec-Fetch-Site": "no such word" }, true],
  [{ Origin: "https://evil.example" }, true],
  [{ Origin: "https://blog.tidemark.example" }, true],
  [{ Origin: `${SITE}:8443` }, true],
  [{ Origin: "null" }, true],
  [{ Origin: "" }, true],
] as [Record<string, string>, boolean][])("isForeign with the headers %j is %s", (headers, expected) => {
  expect(from(headers)).toBe(expected);
});

const json = "application/json";
const WRITES = [
  ["POST", "/language", "application/x-www-form-urlencoded", "language=de&return_to=%2Fen"],
  ["POST", "/api/auth/logout/", json, '{"refresh":"x"}'],
  ["DELETE", "/api/profile/", json, "{}"],
  ["POST", "/api/hooks/tmk_guess/", "text/plain", '{"ticker":"EURUSD","action":"buy"}'],
] as const;

it.each(WRITES)(
  "%s %s is refused from another site's page, but not from the site's own",
  async (method, path, type, body) => {
    const ask = async (headers: Record<string, string>) => {
      const init = { method, body, headers: { "Content-Type": type, ...headers } };
      const response = await SELF.fetch(SITE + path, { redirect: "manual", ...init });
      return { status: response.status, headers: response.headers, body: await response.text() };
    };
    const refused = await ask({ "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" });
    expect(refused.status).toBe(403);
    expect(JSON.parse(refused.body)).toMatchObject({ code: "foreign_origin" });
    expect(refused.headers.has("Set-Cookie")).toBe(false);
    expect((await ask({ "Sec-Fetch-Site": "same-origin", Origin: SITE })).body).not.toContain(
      "foreign_origin",
    );
    expect((await ask({})).body).not.toContain("foreign_origin");
  },
);

it("a page and a feed may be read from any site", async () => {
  const headers = { "Sec-Fetch-Site": "cross-site", Origin: "https://elsewhere.example" };
  for (const path of ["/en/about", "/api/feeds/en/signals.atom/"]) {
    const response = await SELF.fetch(SITE + path, { headers });
    expect(response.status, path).toBe(200);
    await response.text();
  }
});
