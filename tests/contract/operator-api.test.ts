/** The contract check itself, against a Django double: what it accepts, and that it reports mistakes. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SITE_PARTS } from "#shared/site/site-parts.ts";
import { someSignal } from "#tests/support/some-signal.ts";
import {
  type DjangoDouble,
  type DjangoSettings,
  type Distortion,
  htmlAnswer,
  restAnswer,
  startDjango,
} from "#tests/support/django-double.ts";
import { missingRequired, partLines, reportLines } from "./report.ts";
import { type ContractOptions, type Finding, runContract } from "./run-contract.ts";

const MEMBER = { memberId: "PO-1001", passcode: null };
const MEMBER_WITH_PASSCODE = { memberId: "PO-2002", passcode: "tide-and-time" };
const SITE = "https://site.example";

let django: DjangoDouble;

beforeAll(async () => {
  django = await startDjango([
    { pocketoptionId: MEMBER.memberId, passcode: null },
    { pocketoptionId: MEMBER_WITH_PASSCODE.memberId, passcode: MEMBER_WITH_PASSCODE.passcode },
  ]);
});
beforeEach(() => django.reset());
afterAll(() => django.close());

function check(options: Partial<ContractOptions> = {}): Promise<Finding[]> {
  return runContract({ baseUrl: django.url, vantage: "backend", siteOrigin: SITE, ...MEMBER, ...options });
}

function linesOf(findings: readonly Finding[], kind: string): string[] {
  return reportLines(findings.filter(({ verdict }) => verdict.kind === kind)).slice(0, -1);
}

const MODES: readonly [string, Partial<DjangoSettings>, string][] = [
  ["without rotation", {}, "no rotation"],
  ["with rotation", { rotates: true }, "rotation"],
  ["with rotation and blacklist", { rotates: true, blacklists: true }, "rotation"],
];

describe.each(MODES)("a Django backend %s", (_name, settings, remark) => {
  it("has everything that is required, with and without a passcode", async () => {
    django.reset(settings);
    for (const credentials of [MEMBER, MEMBER_WITH_PASSCODE]) {
      const findings = await check(credentials);
      expect(missingRequired(findings)).toEqual([]);
      expect(reportLines(findings)).toContain(
        `ok           POST /api/auth/refresh/ gives a new access token (${remark})`,
      );
    }
  });
});

it("a backend that answers null instead of a rotated token has everything that is required", async () => {
  django.distort((call, proper) =>
    call.path === "/api/auth/refresh/" && proper.status === 200
      ? restAnswer(200, { ...(JSON.parse(proper.body) as object), refresh: null })
      : proper,
  );
  const findings = await check();
  expect(missingRequired(findings)).toEqual([]);
  expect(reportLines(findings).join("\n")).toContain("gives a new access token (no rotation)");
});

describe("a backend that accepts only the gateway", () => {
  const sharedSecret = "a secret that the gateway and Django share";

  it("has everything that is required if the check sends the secret, and refuses requests without it", async () => {
    django.reset({ gatewaySecret: sharedSecret });
    const findings = await check({ sharedSecret });
    expect(missingRequired(findings)).toEqual([]);
    expect(linesOf(findings, "ok")).toContain(
      "ok           A call without the gateway's secret is refused with 403",
    );
  });

  it("is reported if it also accepts requests without the secret", async () => {
    expect(linesOf(await check({ sharedSecret }), "misses")).toContain(
      "advice       A call without the gateway's secret is refused with 403: expected 403 (otherwise the API is open to anyone who " +
        'finds it), got 401 with JSON {detail} "Authentication credentials were not provided."',
    );
  });
});

describe("a check that is skipped", () => {
  it("is listed with its reason if no credentials were given", async () => {
    const lines = linesOf(await check({ memberId: null, passcode: null, siteOrigin: null }), "notChecked");
    expect(lines).toContain(
      "not checked  GET /api/auth/me/ names the member: because CONTRACT_MEMBER_ID is not set",
    );
    expect(lines).toContain(
      "not checked  A call forwarded for the site is answered as a direct one: because CONTRACT_SITE_URL is not set",
    );
  });

  it("for a member without a passcode is only about the passcode, the secret, throttling or a missing list", async () => {
    expect(linesOf(await check(), "notChecked").map((line) => line.split(": because ")[1])).toEqual([
      "CONTRACT_SHARED_SECRET is not set",
      "CONTRACT_PASSCODE is not set",
      "nothing was throttled while these checks ran",
    ]);
  });

  it("is not mixed up with missing parts, each of which has one line with its consequence for the site", async () => {
    const lines = reportLines(await check()).filter((line) => line.startsWith("not there"));
    const parts = lines.map((line) => /^not there {4}([\w-]+): without it /.exec(line)?.[1]);
    expect(parts).toHaveLength(new Set(parts).size);
    expect(new Set(["auth", ...parts])).toEqual(new Set(Object.keys(SITE_PARTS)));
    expect(lines.join("\n")).toContain("the traders' page says that this site does not offer it");
  });

  it("is every check but the first if the API does not answer", async () => {
    const gone = await startDjango([]);
    await gone.close();
    const findings = await check({ baseUrl: gone.url });
    const address = new URL(gone.url).host;
    expect(linesOf(findings, "misses")).toEqual([
      `misses       The API answers: expected an answer, got connect ECONNREFUSED ${address}`,
    ]);
    expect(findings.slice(1).every(({ verdict }) => verdict.kind === "notChecked")).toBe(true);
  });

  it("is listed as throttled, with the time to wait", async () => {
    django.distort((call, proper) =>
      call.path === "/api/auth/login/"
        ? restAnswer(429, { detail: "Request was throttled." }, { "Retry-After": "30" })
        : proper,
    );
    const findings = await check();
    expect(linesOf(findings, "notChecked")).toContain(
      "not checked  POST /api/auth/login/ gives a member access and refresh: because the API throttles this client (429, Retry-After 30)",
    );
    expect(linesOf(findings, "ok")).toContain("ok           Throttled calls say when to retry");
  });
});

const BROKEN: readonly [string, Distortion, string][] = [
  [
    "403 instead of 401 for a missing token",
    onPath("/api/auth/me/", (proper) =>
      proper.status === 401
        ? restAnswer(403, { detail: "Authentication credentials were not provided." })
        : proper,
    ),
    "misses       GET /api/auth/me/ without a token is refused with 401: expected 401 (the browser then refreshes; on 403 " +
      'it never would), got 403 with JSON {detail} "Authentication credentials were not provided."',
  ],
  [
    "a login that asks for username and password",
    onPath("/api/auth/login/", () =>
      restAnswer(400, { username: ["This field is required."], password: ["This field is required."] }),
    ),
    'misses       POST /api/auth/login/ asks for pocketoption_id by name: expected 400 with JSON {"pocketoption_id": ' +
      '["This field is required."]}, got 400 with JSON {username, password}',
  ],
  [
    "a 500 page for a refresh token that is none",
    onPath("/api/auth/refresh/", (proper) =>
      proper.status === 401 ? htmlAnswer(500, "Server Error (500)") : proper,
    ),
    "misses       POST /api/auth/refresh/ with a malformed token is refused with 401: expected 401 (the session is over; " +
      'on a 5xx the browser keeps it and asks again for ever), got 500 with a body of type "text/html; charset=utf-8" that is not JSON',
  ],
  [
    "a rotation that keeps the new refresh token to itself",
    onPath("/api/auth/refresh/", (proper) => withoutField(proper, "refresh")),
    "misses       The session can be refreshed again and again: expected 200 for the refresh token held after a refresh, " +
      'got 401 with JSON {detail, code} "Token is blacklisted", "token_not_valid"',
  ],
  [
    "a sign-in without a refresh token",
    onPath("/api/auth/login/", (proper) => withoutField(proper, "refresh")),
    "misses       POST /api/auth/login/ gives a member access and refresh: expected 200 with JSON {access, refresh}, " +
      "got 200 with JSON {access}",
  ],
  [
    "a current user without several fields, all of them at once",
    onPath("/api/auth/me/", (proper) => withoutField(withoutField(proper, "pocketoption_id"), "id")),
    "misses       GET /api/auth/me/ names the member: expected 200 with JSON {id, pocketoption_id}, got 200 with JSON {no fields}; " +
      'id: Invalid key: Expected "id" but received undefined; ' +
      'pocketoption_id: Invalid key: Expected "pocketoption_id" but received undefined',
  ],
  [
    "a refresh token taken for an access token",
    (call, proper) =>
      call.path === "/api/auth/me/" && call.headers.authorization?.startsWith("Bearer ey")
        ? restAnswer(200, { id: 7, pocketoption_id: MEMBER.memberId })
        : proper,
    "misses       A refresh token does not work as an access token: expected 401 (it is of the wrong type), got 200 with " +
      "JSON {id, pocketoption_id}",
  ],
  [
    "a list that gives the next page as Django REST does by itself",
    onPath("/api/signals/?limit=1", () =>
      restAnswer(200, {
        next: "https://api.example/api/signals/?cursor=cD0x",
        previous: null,
        results: [{}],
      }),
    ),
    "misses       GET /api/signals/ gives the bare cursor of the next page, or null: expected the cursor alone (it is sent " +
      "back as ?cursor=…), got an address, which tells where the backend is",
  ],
  [
    "a payout that Django REST writes as text",
    onPath("/api/signals/", () =>
      restAnswer(200, { results: [{ ...someSignal(), payout: "0.8500" }], next: null }),
    ),
    "misses       GET /api/signals/ fits the pages' contract: expected 200 with JSON as in shared/contracts/, got 200 with " +
      'JSON {results, next}; results.0.payout: Invalid type: Expected number but received "0.8500"',
  ],
  [
    "a redirect to https for a call that came over https",
    (call, proper) =>
      call.headers["x-forwarded-proto"] === "https"
        ? { status: 301, headers: { Location: `${SITE}${call.path}` }, body: "" }
        : proper,
    "misses       A call forwarded for the site is answered as a direct one: expected 401 (forwarded for site.example over " +
      "https), got 301 without a body that redirects to https://site.example/api/auth/me/",
  ],
];

it.each(["cD0yMDI2LTExLTIyKzIwJTNBMTI=", "a+b/c", null])(
  "a list may use %j as the cursor of its next page",
  async (next) => {
    django.distort(onPath("/api/signals/?limit=1", () => restAnswer(200, { next, results: [] })));
    expect(linesOf(await check(), "ok")).toContain(
      "ok           GET /api/signals/ gives the bare cursor of the next page, or null",
    );
  },
);

describe("a broken backend is reported:", () => {
  it.each(BROKEN)("%s", async (_name, distortion, line) => {
    django.reset({ rotates: true, blacklists: true });
    django.distort(distortion);
    const findings = await check();
    expect(linesOf(findings, "misses")).toContain(line);
    expect(missingRequired(findings)).not.toEqual([]);
  });
});

describe("the line to set", () => {
  it("has sign-in alone for a backend that has nothing else", async () => {
    expect(partLines(await check())).toEqual(['API_PARTS = "auth"']);
  });

  it("has what answers, even if it does not yet answer by its contract", async () => {
    const answered = new Set(["/api/signals/", "/api/feeds/en/signals.json/", "/api/profile/sessions/"]);
    django.distort((call, proper) => (answered.has(call.path) ? restAnswer(200, {}) : proper));
    expect(partLines(await check())).toEqual(['API_PARTS = "auth,signals,feeds,sessions"']);
  });

  it("is followed by what could not be checked", async () => {
    expect(partLines(await check({ memberId: null }))).toEqual([
      'API_PARTS = "auth"',
      "Not checked, so add what your API has: acts,sessions,follows,passkeys,notifications,settings,passcode,export,deletion.",
    ]);
  });
});

it("the report contains no token and no id", async () => {
  django.reset({ rotates: true, blacklists: true });
  const report = reportLines(await check(MEMBER_WITH_PASSCODE)).join("\n");
  expect(report).not.toMatch(/eyJ|PO-2002|tide-and-time/);
});

function onPath(
  path: string,
  distort: (proper: Parameters<Distortion>[1]) => ReturnType<Distortion>,
): Distortion {
  return (call, proper) => (call.path === path ? distort(proper) : proper);
}

function withoutField(answer: ReturnType<Distortion>, field: string): ReturnType<Distortion> {
  if (answer.status !== 200) return answer;
  return {
    ...answer,
    body: JSON.stringify(JSON.parse(answer.body), (key, value: unknown) =>
      key === field ? undefined : value,
    ),
  };
}
