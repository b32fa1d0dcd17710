import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { readConfig } from "#worker/config.ts";
import { answer, json, testProxy } from "./scripted-upstream.ts";

const cookies = ["sessionid", "csrftoken"];

function settingCookies(...fields: string[]) {
  const headers = new Headers({ "Content-Type": "application/json" });
  for (const field of fields) headers.append("Set-Cookie", field);
  return () => new Response("{}", { headers });
}

/** What a browser is told to keep, where the operator names `names` and the backend sets `fields`. */
async function setBy(names: readonly string[], ...fields: string[]): Promise<string[]> {
  const proxy = testProxy([settingCookies(...fields)], { cookies: names });
  return (await proxy.send("/api/profile/")).headers.getSetCookie();
}

describe("cookies that a backend sets", () => {
  it("do not reach the browser unless the operator names them", async () => {
    expect(await setBy([], "sessionid=1; Path=/", "language=de")).toEqual([]);
    const proxy = testProxy([settingCookies("sessionid=1")]);
    expect((await proxy.send("/api/profile/")).headers.has("Set-Cookie")).toBe(false);
  });

  it("reach the browser if the operator names them", async () => {
    const others = ["language=de", "Sessionid=2", "sessionid2=3", "sessionid", "=1"];
    const set = await setBy(cookies, "sessionid=1", ...others);
    expect(set).toEqual(["sessionid=1; Path=/api/; Secure; SameSite=Lax"]);
  });

  it("get Path=/api/, Secure and SameSite, and lose Domain, whatever the backend says", async () => {
    expect(
      await setBy(
        cookies,
        "sessionid=a=b; Domain=example; Path=/; SameSite=None; Partitioned; Priority=High; Max-Age=60; HttpOnly",
        "csrftoken=x; expires=Fri, 27 Nov 2026 06:00:00 GMT; SAMESITE=strict; Path=/en",
        "csrftoken=y; Max-Age=1x; Path =/",
      ),
    ).toEqual([
      "sessionid=a=b; Path=/api/; Secure; SameSite=Lax; Max-Age=60; HttpOnly",
      "csrftoken=x; Path=/api/; Secure; SameSite=Strict; expires=Fri, 27 Nov 2026 06:00:00 GMT",
      "csrftoken=y; Path=/api/; Secure; SameSite=Lax",
    ]);
  });

  it("are passed with tokens, refusals and failures alike", async () => {
    const tokens = JSON.stringify({ access: "a", refresh: "r" });
    for (const [status, body] of [
      [200, tokens],
      [401, '{"detail":"no"}'],
      [500, "<h1>Error</h1>"],
    ] as const) {
      const headers = { "Content-Type": "application/json", "Set-Cookie": "sessionid=1" };
      const proxy = testProxy([answer(status, body, headers)], { cookies });
      const response = await proxy.send("/api/auth/login/", json({ pocketoption_id: "1" }));
      const expected = ["sessionid=1; Path=/api/; Secure; SameSite=Lax"];
      expect(response.headers.getSetCookie(), String(status)).toEqual(expected);
    }
  });
});

async function sentOn(names: readonly string[], cookie: string): Promise<string | null> {
  const proxy = testProxy([answer(200, "{}")], { cookies: names });
  await proxy.send("/api/profile/", { headers: { Cookie: cookie } });
  return proxy.calls[0]?.request.headers.get("Cookie") ?? null;
}

it("cookies from a browser reach the backend if the operator names them", async () => {
  const cookie = "language=de; sessionid=1 ;csrftoken=a=b; other=x; sessionid; = ; SESSIONID=2";
  expect(await sentOn([], cookie)).toBeNull();
  expect(await sentOn(["sessionid"], "language=de")).toBeNull();
  expect(await sentOn(cookies, cookie)).toBe("sessionid=1; csrftoken=a=b");
});

it("API_COOKIES accepts cookie names, except reserved and invalid ones", () => {
  const named = (text: string) => readConfig({ ...env, API_COOKIES: text }).apiCookies;
  expect(named("")).toEqual([]);
  expect(named(" sessionid  csrftoken ")).toEqual(cookies);
  for (const wrong of ["language", "a=b", "a;b", "__Host-session", "a,b", '"a"'])
    expect(() => named(wrong), wrong).toThrow("Configuration: API_COOKIES: must be names of cookies");
});
