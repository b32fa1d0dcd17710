import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { BROWSER_ERROR, MAX_ERRORS_PER_MINUTE } from "#shared/contracts/error-report.ts";
import { readConfig } from "#worker/config.ts";
import { toErrorEvent } from "#worker/errors/error-event.ts";
import { createReportingLog } from "#worker/errors/reporting-log.ts";
import { sentryEndpoint } from "#worker/errors/sentry.ts";
import { withoutPersonalData } from "#worker/http/without-personal-data.ts";

const ERROR = { level: "error", event: "request_failed" } as const;
const DSN = "https://key@o1.ingest.example/42";

afterEach(() => void vi.restoreAllMocks());

/** Whom it tells of is out of reach: counted is what it would send. */
function testLog({
  sampleRate = 1,
  random = () => 0.5,
}: { sampleRate?: number; random?: () => number } = {}) {
  for (const level of ["warn", "info"] as const) vi.spyOn(console, level).mockReturnValue();
  const logged = vi.spyOn(console, "error").mockReturnValue();
  const clock = { ms: 0 };
  const work: Promise<unknown>[] = [];
  const reporting = { webhook: null, sentryDsn: null, sampleRate };
  const log = createReportingLog(reporting, {
    now: () => clock.ms,
    random,
    waitUntil: (told) => void work.push(told),
  });
  return { log, clock, logged, told: () => work.length };
}

describe("error reporting", () => {
  it("reports the configured share of the errors and nothing else, and logs them all", () => {
    const draws = [0.05, 0.1, 0.95, 0.099];
    const { log, logged, told } = testLog({ sampleRate: 0.1, random: () => draws.shift() ?? 1 });
    log({ level: "info", event: "request" });
    log({ level: "warn", event: "calls_throttled" });
    for (let met = 0; met < 4; met += 1) log(ERROR);
    expect(told()).toBe(2);
    expect(logged).toHaveBeenCalledTimes(4);
    const silent = testLog({ sampleRate: 0, random: () => 0 });
    silent.log(ERROR);
    expect(silent.told()).toBe(0);
  });

  it("reports a limited number of errors a minute", () => {
    const { log, clock, told } = testLog();
    for (let met = 0; met < 100; met += 1) log(ERROR);
    expect(told()).toBe(MAX_ERRORS_PER_MINUTE);
    clock.ms = 59_999;
    log(ERROR);
    expect(told()).toBe(MAX_ERRORS_PER_MINUTE);
    clock.ms = 60_000;
    log(ERROR);
    expect(told()).toBe(MAX_ERRORS_PER_MINUTE + 1);
  });

  it("reports the worker's errors even if browsers report too many", () => {
    const { log, told } = testLog();
    for (let met = 0; met < 100; met += 1) log({ level: "error", event: BROWSER_ERROR });
    expect(told()).toBe(MAX_ERRORS_PER_MINUTE);
    log(ERROR);
    expect(told()).toBe(MAX_ERRORS_PER_MINUTE + 1);
  });
});

describe("an error event", () => {
  it.each([
    ["V8", "Error: x\n    at read (file:///srv/worker/chunks/documents.mjs:12:34)\n    at async <anonymous>"],
    ["SpiderMonkey", "read@file:///srv/worker/chunks/documents.mjs:12:34\n"],
  ])("has stack frames with the names of the worker's modules: %s", (_engine, stack) => {
    const event = toErrorEvent({ ...ERROR, error: { name: "Error", message: "x", stack } }, 0);
    const read = { file: "app:///documents.mjs", function: "read", line: 12, column: 34 };
    expect(event.frames[0]).toEqual(read);
  });

  it.each([undefined, "", "no stack at all", "\n\n", "at at at ((("])(
    "is created even if the stack is %j",
    (stack) => {
      expect(toErrorEvent({ ...ERROR, error: { name: "E", message: "x", stack } }, 0).name).toBe("E");
    },
  );

  it.each([
    ["without a frame", "Error: mary, mary@mail.example of /en/x?trader=mary:1:2"],
    ["over lines", "Error: of mary\n  as mary:1:2 said\n    at read (documents.mjs:12:34)"],
    ["by one address", "Error: mary\n    at https://signals.example/en/login?invite=mary:1:2"],
  ])("has no part of the message in its stack frames: %s", (_what, stack) => {
    const event = toErrorEvent({ ...ERROR, error: { name: "Error", message: "", stack } }, 0);
    expect(JSON.stringify(event)).not.toContain("mary");
  });

  it("has only those fields of a log entry that hold no personal data", () => {
    const personal = { address: "2001:db8::1", account: "DEMO-1001" };
    const event = toErrorEvent({ ...ERROR, ...personal, reason: "no token pair", status: 502 }, 0);
    expect(JSON.stringify(event)).not.toMatch(/2001:|DEMO/);
    expect(event).toMatchObject({ name: "request_failed", message: "no token pair", status: 502 });
  });

  it.each([
    ["mary.o'neil@mail.example is taken", "[email] is taken"],
    ["https://a.example/x?token=1#y then", "https://a.example/x then"],
    ["GET /api/traders/?search=mary: 502 and '/en#mary'", "GET /api/traders/ 502 and '/en'"],
    ["bad eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOjF9.abc_-1 here", "bad [token] here"],
    ["from 203.0.113.7 and 2001:db8:0:1:1:1:1:1", "from [address] and [address]"],
    ["from 2001:db8::1, [::1]:443 and fe80::", "from [address], [[address]]:443 and [address]"],
    ["from ::ffff:203.0.113.7.", "from [address]."],
    ["key tmk_AbC-_19 or whsec_a+b/c= here", "key [secret] or [secret] here"],
    ["tm\u200bk_AbC", "[secret]"],
    ["invite=abcDEF of invite: x1", "invite=[secret] of invite=[secret]"],
    ["invite Ab3dE9xKq_-1234567890z", "invite [token]"],
    ["DEMO-1001 and 3f0e1d2c-0a1b-4c2d-8e3f-001122334455", "[account] and [id]"],
    ["a\u0007b\u202ec\u2066d\n\u001b[31me", "a bcd [31me"],
    ["account 12345678 of 4 at 12:30", "account [number] of 4 at 12:30"],
  ])("has %j as %j, without personal data", (text, told) => expect(withoutPersonalData(text)).toBe(told));

  it.each([
    "at 12:30:45 in documents.mjs:12:34",
    "module /assets/notifications-section-Ab3dE9xK.js",
    "Cannot read properties of undefined (reading 'map')",
  ])("keeps %j, which holds none", (text) => expect(withoutPersonalData(text)).toBe(text));

  it("has no such parts in its name and its stack frames either", () => {
    const stack = "tmk_abc\u202e@https://signals.example/whsec_abc/x.js:1:2";
    const error = { name: "Of tmk_abc\u202e at 2001:db8::1", message: "", stack };
    const told = JSON.stringify(toErrorEvent({ ...ERROR, event: BROWSER_ERROR, error }, 0));
    expect(told).not.toMatch(/tmk_|whsec_|\u202e|db8/);
  });

  it("has texts of at most 500 characters", () =>
    expect(withoutPersonalData("x".repeat(10_000))).toHaveLength(500));

  it("has texts that end with a whole word, since half an email address would not be recognised", () =>
    expect(withoutPersonalData(`${"x".repeat(480)} mary.o.neil@mailserver.example`)).toBe("x".repeat(480)));
});

describe("the configuration of error reporting", () => {
  const of = (vars: object) => readConfig({ ...env, ...vars }).errorReporting;
  const secret = `whsec_${btoa("x".repeat(24))}`;

  it("may be empty, a webhook or Sentry", () => {
    expect(of({})).toBeNull();
    expect(of({ SENTRY_DSN: DSN })).toEqual({ webhook: null, sentryDsn: DSN, sampleRate: 1 });
    const url = "https://hooks.example/x?key=1";
    expect(of({ ERROR_WEBHOOK: url, ERROR_WEBHOOK_SECRET: secret, ERROR_SAMPLE_RATE: "0.25" })).toEqual({
      webhook: { url, secret },
      sentryDsn: null,
      sampleRate: 0.25,
    });
  });

  it.each([
    [{ ERROR_WEBHOOK: "https://hooks.example" }, "ERROR_WEBHOOK_SECRET: must be set"],
    [{ ERROR_WEBHOOK: "hooks.example" }, "ERROR_WEBHOOK: must be an http or https address"],
    [{ ERROR_WEBHOOK_SECRET: "secret" }, "ERROR_WEBHOOK_SECRET: must be whsec_"],
    [{ ERROR_WEBHOOK_SECRET: `whsec_${btoa("x".repeat(23))}` }, "ERROR_WEBHOOK_SECRET: must be whsec_"],
    [{ SENTRY_DSN: "https://o1.ingest.example/42" }, "SENTRY_DSN: must be like"],
    [{ SENTRY_DSN: "https://key@o1.ingest.example/" }, "SENTRY_DSN: must be like"],
    [{ ERROR_SAMPLE_RATE: "1.1" }, "ERROR_SAMPLE_RATE: "],
    [{ ERROR_SAMPLE_RATE: "all" }, "ERROR_SAMPLE_RATE: must be a number from 0 to 1"],
    [{ ERROR_SAMPLE_RATE: "" }, "ERROR_SAMPLE_RATE: "],
  ])("cannot be %j", (vars, words) => expect(() => of(vars)).toThrow(`Configuration: ${words}`));

  it("gives the address of the Sentry project's endpoint", () => {
    expect(sentryEndpoint(DSN)).toEqual({ url: "https://o1.ingest.example/api/42/envelope/", key: "key" });
    expect(sentryEndpoint("http://k@127.0.0.1:9000/a/b/7").url).toBe(
      "http://127.0.0.1:9000/a/b/api/7/envelope/",
    );
  });
});
