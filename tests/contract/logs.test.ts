/** The log of a real run: every line is JSON with a request id, and nothing identifies a person. */
import { afterAll, beforeAll, expect, it } from "vitest";
import * as v from "valibot";
import { SignInAnswer, TokenPair } from "#shared/contracts/session.ts";
import { callApi, signInByApi } from "#tests/support/api-client.ts";
import { MEMBER_ID, PEPPER, STAFF_ID, STAFF_PASSCODE, startSite, type Site } from "#tests/support/site.ts";

const Line = v.looseObject({
  level: v.picklist(["info", "warn", "error"]),
  event: v.pipe(v.string(), v.regex(/^[a-z_]+$/)),
  requestId: v.optional(v.pipe(v.string(), v.uuid())),
});

const NEW_ID = "LOGGED-4711";
const FORGED_ID = "forged-request-id";
const ADDRESS = "127.0.0.1";

let site: Site;
/** Everything that must not be found in the log, by what it is. */
const secrets = new Map<string, string>();

beforeAll(async () => {
  site = await startSite();
  await visitEverything();
});

afterAll(() => site?.close());

it("the log has one JSON object per line, and all lines of a request share its id", async () => {
  const lines = readLines();
  const requests = lines.filter(({ event }) => event === "request");
  expect(requests.length).toBeGreaterThan(15);
  const ids = requests.map(({ requestId }) => requestId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).not.toContain(FORGED_ID);
  // Whatever else belongs to a request says to which.
  const others = lines.filter(({ event, requestId }) => event !== "request" && requestId !== undefined);
  // From the gateway, the API and a Durable Object.
  expect(others.map(({ event }) => event)).toEqual(
    expect.arrayContaining(["sign_in_refused", "live_reader_joined"]),
  );
  for (const { requestId } of others) expect(ids).toContain(requestId);
});

it("the log contains no token, passcode, id, key or address in plain text", () => {
  const text = site.logs().filter(isOurs).join("\n");
  expect(secrets.size).toBeGreaterThan(10);
  for (const [what, secret] of secrets) {
    expect(secret.length, what).toBeGreaterThan(3);
    expect(text.includes(secret), what).toBe(false);
  }
  // Nothing shaped like a token or an address either.
  expect(text).not.toMatch(/eyJ[\w-]{8,}/);
  expect(text).not.toMatch(/\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b/);
});

function readLines(): v.InferOutput<typeof Line>[] {
  return site
    .logs()
    .filter(isOurs)
    .map((message) => v.parse(Line, JSON.parse(message)));
}

/** Wrangler's own words are not the worker's log. */
function isOurs(message: string): boolean {
  return message.includes('"event"');
}

async function visitEverything(): Promise<void> {
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(site.url + path, {
      headers: { "X-Request-Id": FORGED_ID, "X-Forwarded-For": "198.51.100.9", ...headers },
    });
  for (const path of [
    "/",
    "/de",
    "/fr/signal",
    "/it/traders",
    "/healthz",
    "/readyz",
    "/en/nobody@example.com",
  ]) {
    await (await get(path)).text();
  }
  secrets.set("a path that holds an address", "nobody@example.com").set("a forged address", "198.51.100.9");

  const signedIn = await post("/api/auth/login/", { pocketoption_id: MEMBER_ID });
  const member = v.parse(TokenPair, await signedIn.json());
  const staff = await signInByApi(site.url, STAFF_ID, STAFF_PASSCODE);
  const refreshed = await post("/api/auth/refresh/", { refresh: member.refresh });
  const next = v.parse(TokenPair, await refreshed.json());
  await post("/api/auth/login/", { pocketoption_id: "NOBODY-1", passcode: "wrong-passcode" });
  const known = await post("/api/auth/login/", { pocketoption_id: STAFF_ID, passcode: STAFF_PASSCODE });
  const { device_token: device = "" } = v.parse(SignInAnswer, await known.json());
  await post("/api/auth/login/", {
    pocketoption_id: STAFF_ID,
    passcode: "wrong-passcode",
    device_token: device,
  });
  await post("/api/auth/refresh/", { refresh: "eyJub3RoaW5n.eyJub3RoaW5n.c2ln" });
  await fetch(`${site.url}/api/auth/login/`, { method: "POST", body: "not json" });

  const ask = (method: string, path: string, body?: unknown) => callApi(site.url, staff, method, path, body);
  const made = await ask("POST", "/api/admin/accounts/", {
    pocketoption_id: NEW_ID,
    name: "Somebody Secret",
    current_passcode: STAFF_PASSCODE,
  });
  const account = v.parse(v.object({ id: v.string() }), await made.json());
  await ask("GET", `/api/admin/accounts/?q=${NEW_ID}`);
  await ask("PATCH", `/api/admin/accounts/${account.id}/`, {
    passcode: "another-passcode",
    current_passcode: STAFF_PASSCODE,
  });
  await ask("POST", `/api/admin/accounts/${account.id}/end-sessions/`);
  await ask("POST", "/api/admin/traders/", { handle: "log-reader", name: "Log Reader" });
  const key = await ask("POST", "/api/admin/ingest-keys/", {
    trader: "log-reader",
    label: "log",
    payout: 0.8,
    entry_delay: 60,
    life: 300,
    current_passcode: STAFF_PASSCODE,
  });
  const created = JSON.stringify(await key.json());
  const hook = /\/api\/hooks\/([\w-]+)/.exec(created)?.[1] ?? /"key":"([\w-]+)"/.exec(created)?.[1] ?? "";
  await fetch(`${site.url}/api/hooks/${hook}/`, {
    method: "POST",
    body: "nonsense",
    headers: { "Content-Type": "text/plain" },
  });
  await post("/api/vitals/", { page: "home", lcp: 900 });
  await openSocket();

  for (const [what, secret] of Object.entries({
    "access token": member.access,
    "refresh token": member.refresh,
    "new access token": next.access,
    "new refresh token": next.refresh,
    "staff's token": staff,
    "a device's token": device,
    "member's id": MEMBER_ID,
    "staff's id": STAFF_ID,
    "an id that is unknown": "NOBODY-1",
    "a new id": NEW_ID,
    "an account's own id": account.id,
    "a name": "Somebody Secret",
    "staff's passcode": STAFF_PASSCODE,
    "a wrong passcode": "wrong-passcode",
    "a new passcode": "another-passcode",
    "the key of a hook": hook,
    pepper: PEPPER,
    "the reader's address": ADDRESS,
  })) {
    secrets.set(what, secret);
  }
}

const post = (path: string, body: object) => callApi(site.url, null, "POST", path, body);

function openSocket(): Promise<void> {
  const socket = new WebSocket(`${site.url.replace(/^http/, "ws")}/api/live/?after=0`);
  return new Promise((resolve, reject) => {
    socket.addEventListener("message", () => socket.close());
    socket.addEventListener("close", () => resolve());
    socket.addEventListener("error", () => reject(new Error("no socket")));
  });
}
