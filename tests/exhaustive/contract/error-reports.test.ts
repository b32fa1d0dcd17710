/** Errors of the worker and of browsers are reported to the receivers that the operator has set, without personal data. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ERROR_REPORT_PATH, type ErrorReport } from "#shared/contracts/error-report.ts";
import { type ErrorReceiver, startErrorReceiver } from "#tests/support/error-receiver.ts";
import { type Site, startSite } from "#tests/support/site.ts";

const UNREACHABLE = "http://127.0.0.1:9";

let receiver: ErrorReceiver;
let site: Site;

beforeAll(async () => {
  receiver = await startErrorReceiver();
  site = await startSite({ apiBaseUrl: UNREACHABLE, vars: { ...receiver.vars, API_PARTS: "auth,deletion" } });
});
afterAll(async () => {
  await site.close();
  await receiver.close();
});
beforeEach(() => {
  receiver.status = 200;
  for (const list of [receiver.hooks, receiver.envelopes, receiver.bodies]) list.length = 0;
});

const REPORT: ErrorReport = {
  name: "TypeError",
  message: "x of mary@example.com at https://signals.example/en/signal?trader=mary is undefined",
  stack:
    "TypeError: x of mary@example.com\n    at show (https://signals.example/assets/signal-page-abc.js?v=1:3:14)\n    at https://signals.example/assets/vendor-def.js:1:2",
  page: "signal",
  buildId: "0123456789abcdef",
};

const send = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(site.url + ERROR_REPORT_PATH, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

it("an error in the worker is reported with the request id that the log has", async () => {
  const response = await fetch(`${site.url}/api/profile/?name=mary`, {
    method: "PATCH",
    headers: { Authorization: "Bearer secret-token", "Content-Type": "application/json" },
    body: '{"name":"mary"}',
  });
  expect(response.status).toBe(502);
  const requestId = response.headers.get("X-Request-Id");
  await expect.poll(() => receiver.hooks.length).toBe(1);
  await expect.poll(() => receiver.envelopes.length).toBe(1);
  expect(receiver.hooks[0]).toMatchObject({
    type: "error.occurred",
    timestamp: expect.stringMatching(/^20\d\d-.*Z$/),
    data: {
      source: "worker",
      event: "upstream_unreachable",
      requestId,
      place: "/api/profile/",
      // The platform's own error has its message alone for a stack.
      frames: [],
    },
  });
  const [envelope] = receiver.envelopes;
  expect(envelope?.url).toBe("/sentry/api/42/envelope/");
  expect(envelope?.headers["x-sentry-auth"]).toContain("sentry_key=publickey");
  const id = expect.stringMatching(/^[\da-f]{32}$/);
  expect(envelope?.lines).toMatchObject([
    { event_id: id },
    { type: "event" },
    {
      event_id: id,
      platform: "javascript",
      level: "error",
      transaction: "/api/profile/",
      tags: { event: "upstream_unreachable", request_id: requestId },
      exception: { values: [{ type: "Error", value: "Network connection lost." }] },
      sdk: { settings: { infer_ip: "never" } },
    },
  ]);
  expect(receiver.bodies.join()).not.toMatch(/mary|secret-token|127\.0\.0\.1/);
});

it("an error in a browser is reported as sent, with stack frames that a source map can resolve", async () => {
  expect((await send(REPORT)).status).toBe(204);
  await expect.poll(() => receiver.hooks.length).toBe(1);
  await expect.poll(() => receiver.envelopes.length).toBe(1);
  expect(receiver.hooks[0]?.data).toMatchObject({
    source: "browser",
    event: "browser_error",
    place: "signal",
    name: "TypeError",
    message: "x of [email] at https://signals.example/en/signal is undefined",
    buildId: REPORT.buildId,
    frames: [
      { file: "https://signals.example/assets/signal-page-abc.js", function: "show", line: 3, column: 14 },
      { file: "https://signals.example/assets/vendor-def.js", line: 1, column: 2 },
    ],
  });
  expect(receiver.envelopes[0]?.lines[2]).toMatchObject({
    release: REPORT.buildId,
    exception: {
      values: [
        {
          type: "TypeError",
          stacktrace: {
            frames: [
              { abs_path: "https://signals.example/assets/vendor-def.js", lineno: 1, colno: 2 },
              {
                abs_path: "https://signals.example/assets/signal-page-abc.js",
                function: "show",
                lineno: 3,
                colno: 14,
              },
            ],
          },
        },
      ],
    },
  });
  expect(receiver.bodies.join()).not.toContain("mary");
  expect(site.logs().join("\n")).not.toContain("mary@");
});

it.each([
  [400, "name: ", { ...REPORT, name: 1 }],
  [400, "more: ", { ...REPORT, more: "about the visitor" }],
  [400, "page: ", { ...REPORT, page: "/en/signal?trader=mary" }],
  [400, "body: ", "no JSON"],
  [413, "Request body is larger than", JSON.stringify({ ...REPORT, stack: "x".repeat(20_000) })],
])("answers %i to an invalid report: %s", async (status, detail, body) => {
  const response = await send(body);
  expect(response.status).toBe(status);
  expect((await response.json()).detail).toContain(detail);
  expect(receiver.bodies).toEqual([]);
});

it("a report from a page of another site is refused", async () => {
  expect((await send(REPORT, { "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
});

it("if the receiver fails, a warning is logged and the browser's request still succeeds", async () => {
  receiver.status = 500;
  expect((await send(REPORT)).status).toBe(204);
  await expect.poll(() => site.logs().filter((line) => line.includes("error_not_reported")).length).toBe(2);
  // That warning is not told in its turn.
  expect(receiver.bodies).toHaveLength(2);
});

it("without a receiver, no error is reported and pages do not offer reporting", async () => {
  const quiet = await startSite({ apiBaseUrl: UNREACHABLE });
  const response = await fetch(quiet.url + ERROR_REPORT_PATH, {
    method: "POST",
    body: JSON.stringify(REPORT),
  });
  expect(response.status).toBe(405);
  expect(await (await fetch(`${quiet.url}/en/about`)).text()).not.toContain("reportsErrors");
  expect(await (await fetch(`${site.url}/en/about`)).text()).toContain('"reportsErrors":true');
  await quiet.close();
});
