import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { SITE_PARTS } from "#shared/site/site-parts.ts";
import { readConfig } from "#worker/config.ts";

const readBase = (address: string) => readConfig({ ...env, API_BASE_URL: address }).apiBaseUrl;

it("readConfig normalises the address of the operator's backend", () => {
  expect(readBase("HTTPS://API.Operator.Example:443")).toBe("https://api.operator.example");
  expect(readBase("http://localhost:8000//")).toBe("http://localhost:8000");
  expect(readBase("http://localhost:8000/a/../v1/")).toBe("http://localhost:8000/v1");
  expect(readBase("")).toBeNull();
});

it("readConfig refuses a backend address that paths cannot be appended to", () => {
  for (const address of [
    "api.operator.example",
    "ftp://host",
    "http://user@host",
    "http://host/?a=1",
    "http://host/#a",
  ]) {
    expect(() => readBase(address), address).toThrow(
      "Configuration: API_BASE_URL: must be an http or https address",
    );
  }
});

describe("API_PARTS", () => {
  const backend = { ...env, API_BASE_URL: "https://api.operator.example" };
  const read = (text: string) => readConfig({ ...backend, API_PARTS: text });

  it("names what the backend has: the rest is absent, and its paths are closed", () => {
    const { absentParts, apiPaths } = read(" auth, ledger ,,csv");
    expect(absentParts).toEqual(
      Object.keys(SITE_PARTS).filter((part) => !["auth", "ledger", "csv"].includes(part)),
    );
    expect(apiPaths).toEqual([...SITE_PARTS.auth, ...SITE_PARTS.ledger, ...SITE_PARTS.csv]);
  });

  it("is sign-in alone if it is not set", () => {
    for (const { absentParts, apiPaths } of [read(""), readConfig(backend)]) {
      expect(absentParts).toEqual(Object.keys(SITE_PARTS).filter((part) => part !== "auth"));
      expect(apiPaths).toEqual(SITE_PARTS.auth);
    }
  });

  it.each(["auth,signal", "auth signals", "Auth", "signals,traders"])(
    "is refused as %j, with every word that exists",
    (text) => {
      expect(() => read(text)).toThrow(
        /^Configuration: API_PARTS: must be auth and .*: auth, signals, traders, search, .*, admin, vitals$/,
      );
    },
  );

  it("is refused with the embedded API, which has every part", () => {
    expect(readConfig(env).absentParts).toEqual([]);
    expect(() => readConfig({ ...env, API_PARTS: "auth,signals" })).toThrow(
      /^Configuration: API_PARTS: .* the embedded API has every part$/,
    );
  });
});

it("readConfig adds the paths of API_PATHS to those of the backend's parts", () => {
  const read = (text: string) =>
    readConfig({ ...env, API_PATHS: text }).apiPaths.slice(SITE_PARTS.auth.length);
  expect(read("/api/payouts/ /api/v1.2/reports/")).toEqual(["/api/payouts/", "/api/v1.2/reports/"]);
  expect(read("\n  /api/payouts/\n  /api/ \n")).toEqual(["/api/payouts/", "/api/"]);
  expect(read(" ")).toEqual([]);
  for (const wrong of [
    "/",
    "/admin/",
    "/api",
    "/api/auth",
    "api/auth/",
    "/api/../",
    "/api/a,/api/b/",
    "/api/%61/",
  ])
    expect(() => read(wrong), wrong).toThrow("API_PATHS: must be paths");
});

it("readConfig refuses a weak shared secret for the backend, without quoting it", () => {
  const read = (secret: string) => readConfig({ ...env, API_SHARED_SECRET: secret }).apiSharedSecret;
  expect(read("")).toBe("");
  expect(read("k".repeat(32))).toBe("k".repeat(32));
  for (const wrong of ["too-short-to-be-a-secret", "with space ".repeat(4), "é".repeat(40), "k".repeat(257)])
    expect(() => read(wrong)).toThrow(
      /^Configuration: API_SHARED_SECRET: must be 32 to 256 characters of visible ASCII$/,
    );
});

const KEY = "vm/witness+e22732fe+BO+iJ+xBGqT58p2YYAxHcIQEPpQPMULU75qBECkDWVtJ";
/** Of a log: it signs without a time. */
const LOG_KEY = "a.example/log+98869232+AY932CYI2v5W1x6BcaRXRk5CLUJZqnqhOe2avZoaSpSm";

it("readConfig reads the witnesses, and names the log after the site", () => {
  const vars = {
    ...env,
    SITE_ORIGIN: "https://signals.example/",
    WITNESSES: `\n https://w.example/prefix/  ${KEY}\n\n`,
  };
  expect(readConfig(vars)).toMatchObject({
    log: {
      origin: "signals.example/log",
      witnesses: [{ url: "https://w.example/prefix", vkey: KEY }],
    },
  });
  expect(readConfig(env).log).toEqual({ origin: null, witnesses: [] });
});

it("readConfig gives push services the contact address, or the site's address without one", () => {
  const contactOf = (vars: object) => readConfig({ ...env, ...vars }).pushContact;
  const SITE_ORIGIN = "https://signals.example/";
  expect(contactOf({ CONTACT_EMAIL: "team@signals.example", SITE_ORIGIN })).toBe(
    "mailto:team@signals.example",
  );
  expect(contactOf({ CONTACT_EMAIL: "", SITE_ORIGIN })).toBe("https://signals.example");
  expect(contactOf({ CONTACT_EMAIL: "", SITE_ORIGIN: "" })).toBe("");
});

it("readConfig allows a local log only witnesses on the same machine", () => {
  const vars = { ...env, LOCAL: "1", SITE_ORIGIN: "https://signals.example" };
  const shownTo = (address: string) =>
    readConfig({ ...vars, WITNESSES: `${address} ${KEY}` }).log.witnesses.map(({ url }) => url);
  expect(shownTo("https://w.example")).toEqual([]);
  expect(shownTo("http://127.0.0.1.example:8788")).toEqual([]);
  for (const own of ["http://127.0.0.1:8788", "http://localhost:8788", "http://[::1]:8788"])
    expect(shownTo(own)).toEqual([own]);
});

it.each([
  [`https://w.example ${KEY}\nw.example ${KEY}`, "line 2: must begin with an http or https address"],
  [`https://w.example/?a ${KEY}`, "line 1: must begin with an http or https address"],
  ["\nhttps://w.example", "line 2: must be an address, a space and a witness's key"],
  [`https://w.example ${KEY} more`, "line 1: must be an address, a space and a witness's key"],
  [`https://w.example ${LOG_KEY}`, "line 1: must end with a witness's key"],
  [`https://w.example ${KEY.slice(1, -1)}`, "line 1: must end with a witness's key"],
  [`https://w.example ${KEY}\nhttps://v.example ${KEY}`, "line 2: has the same key as an earlier line"],
  [
    Array.from({ length: 6 }, (_, at) => `https://w.example ${KEY.replace("vm", String(at))}`).join("\n"),
    "must be at most 5 witnesses",
  ],
])("readConfig refuses the witnesses %j", (witnesses, words) => {
  const vars = { ...env, SITE_ORIGIN: "https://signals.example", WITNESSES: witnesses };
  expect(() => readConfig(vars)).toThrow(`Configuration: WITNESSES: ${words}`);
});

it("readConfig requires SITE_ORIGIN if WITNESSES is set", () => {
  expect(() => readConfig({ ...env, WITNESSES: `https://w.example ${KEY}` })).toThrow(
    "Configuration: SITE_ORIGIN: must be set if WITNESSES is set",
  );
});

it("readConfig names price sources by their addresses without the scheme, and assets as the record does", () => {
  expect(readConfig(env).prices).toEqual({
    sources: [],
    maxQuoteAgeSeconds: 60,
    assets: [],
    belowZero: [],
  });
  const { prices } = readConfig({
    ...env,
    PRICE_SOURCE_URL: "https://Prices.example/v1/ http://127.0.0.1:9100",
    PRICE_ASSETS: "eurusd, BTC/USD,",
    PRICE_BELOW_ZERO: "NYMEX:CL1!",
    PRICE_MAX_AGE_SECONDS: "90",
  });
  expect(prices).toEqual({
    sources: [
      { url: "https://prices.example/v1", address: "prices.example/v1" },
      { url: "http://127.0.0.1:9100", address: "127.0.0.1:9100" },
    ],
    maxQuoteAgeSeconds: 90,
    assets: ["EUR/USD", "BTC/USD"],
    belowZero: ["CL1!"],
  });
});

it.each([
  ["PRICE_SOURCE_URL", "prices.example", "must be http or https addresses"],
  ["PRICE_SOURCE_URL", "https://user@prices.example", "must be http or https addresses"],
  ["PRICE_SOURCE_URL", "https://prices.example?key=1", "must be http or https addresses"],
  [
    "PRICE_SOURCE_URL",
    "https://a.example https://b.example https://c.example",
    "must be at most 2 different addresses",
  ],
  ["PRICE_SOURCE_URL", "https://a.example http://a.example", "must be at most 2 different addresses"],
  ["PRICE_ASSETS", "EURUSD_otc", "none of them over the counter"],
  ["PRICE_ASSETS", "EUR/USD;GBP/USD", "must be assets"],
  ["PRICE_MAX_AGE_SECONDS", "0", "must be a whole number from 1 to 3600"],
  ["PRICE_MAX_AGE_SECONDS", "3601", "must be a whole number"],
  ["PRICE_MAX_AGE_SECONDS", "1.5", "must be a whole number"],
])("readConfig refuses %s=%s", (name, value, words) => {
  expect(() => readConfig({ ...env, [name]: value })).toThrow(`Configuration: ${name}: `);
  expect(() => readConfig({ ...env, [name]: value })).toThrow(words);
});

it("readConfig takes from VITALS_SAMPLE how many speed reports one stands for; each is stored without it", () => {
  const read = (sample: unknown) => readConfig({ ...env, VITALS_SAMPLE: sample }).vitalsOneIn;
  expect([read(undefined), read("1"), read(100), read("1000")]).toEqual([1, 1, 100, 1_000]);
  for (const wrong of ["", "0", "1001", "2.5", "-1", "one", " "])
    expect(() => read(wrong), wrong).toThrow("Configuration: VITALS_SAMPLE: ");
});

it("readConfig takes the secret of Turnstile before its site key, so that a running site can be given both", () => {
  const read = (vars: object) => readConfig({ ...env, ...vars }).turnstile;
  const [TURNSTILE_SITE_KEY, TURNSTILE_SECRET_KEY] = ["0x4site", "0x4secret"];
  expect(read({ TURNSTILE_SECRET_KEY })).toBeNull();
  expect(read({ TURNSTILE_SECRET_KEY, TURNSTILE_SITE_KEY })).toEqual({
    siteKey: TURNSTILE_SITE_KEY,
    secret: TURNSTILE_SECRET_KEY,
  });
  expect(() => read({ TURNSTILE_SITE_KEY })).toThrow("Configuration: TURNSTILE_SECRET_KEY: must be set");
});
