/** What browsers get from the gateway, whichever backend it uses. */
import { once } from "node:events";
import { request } from "node:http";
import * as v from "valibot";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { TokenPair } from "#shared/contracts/session.ts";
import {
  type DjangoAnswer,
  type DjangoDouble,
  type DjangoSettings,
  htmlAnswer,
  startDjango,
} from "#tests/support/django-double.ts";
import { MEMBER_ID, type Site, STAFF_ID, STAFF_PASSCODE, startSite } from "#tests/support/site.ts";
import { reportLines } from "./report.ts";
import { type Finding, runContract } from "./run-contract.ts";
import type { Credentials } from "./test-member.ts";

const DJANGO_MEMBER = { memberId: "PO-1001", passcode: null };

/** What is missing or advised, in words. */
function complaints(findings: readonly Finding[]): string[] {
  return reportLines(findings.filter(({ verdict }) => verdict.kind === "misses")).slice(0, -1);
}

function checkSite(site: Site, credentials: Credentials): Promise<Finding[]> {
  return runContract({ baseUrl: site.url, vantage: "site", siteOrigin: null, ...credentials });
}

describe("with the embedded API", () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite();
  });
  afterAll(() => site?.close());

  it("a member's requests satisfy the whole contract, including its advice", async () => {
    expect(complaints(await checkSite(site, { memberId: MEMBER_ID, passcode: null }))).toEqual([]);
  });

  it("requests of staff with a passcode satisfy the whole contract as well", async () => {
    const findings = await checkSite(site, { memberId: STAFF_ID, passcode: STAFF_PASSCODE });
    expect(complaints(findings)).toEqual([]);
    expect(reportLines(findings).filter((line) => line.startsWith("not checked"))).toHaveLength(1);
  });
});

describe("with a Django backend", () => {
  let site: Site;
  let django: DjangoDouble;
  beforeAll(async () => {
    django = await startDjango([{ pocketoptionId: DJANGO_MEMBER.memberId, passcode: null }]);
    site = await startSite({ apiBaseUrl: django.url, vars: { API_PARTS: "auth,signals" } });
  });
  beforeEach(() => django.reset());
  afterAll(async () => {
    await site?.close();
    await django?.close();
  });

  it("header values are forwarded byte by byte, even if they are not UTF-8", async () => {
    const { hostname, port } = new URL(site.url);
    const headers = { "X-Tenant": "caf\u00e9" };
    const asking = request({ hostname, port, path: "/api/signals/", headers }).end();
    const [answered] = await once(asking, "response");
    answered.resume();
    expect(django.calls.map((call) => call.headers["x-tenant"])).toEqual(["caf\u00e9"]);
  });

  const noSignOut = expect.stringMatching(
    /^advice {7}POST \/api\/auth\/logout\/ ends the session on the server: .* got 404/,
  );
  const noGrace = expect.stringMatching(
    /^advice {7}A refresh repeated at once with the same token is answered again: .* got 401/,
  );
  const modes: readonly [string, Partial<DjangoSettings>, unknown[]][] = [
    ["without rotation", {}, [noSignOut]],
    ["with rotation", { rotates: true }, [noSignOut]],
    ["with rotation and blacklist", { rotates: true, blacklists: true }, [noGrace]],
  ];

  it.each(modes)(
    "%s, the browser's contract is satisfied except for the expected advice",
    async (_name, settings, advice) => {
      django.reset(settings);
      expect(complaints(await checkSite(site, DJANGO_MEMBER))).toEqual(advice);
    },
  );

  it("without rotation, a refresh gives back the refresh token that was sent", async () => {
    const { refresh } = await signIn();
    const answer = await post("/api/auth/refresh/", { refresh });
    expect(await answer.json()).toEqual({ access: expect.stringMatching(/^eyJ/), refresh });
  });

  it.each([404, 500, 502])(
    "an HTML error page with status %i becomes JSON with detail and code, without the page's text",
    async (status) => {
      django.distort(() => htmlAnswer(status, "Traceback: SECRET_KEY"));
      const answer = await post("/api/auth/refresh/", { refresh: "any" });
      expect(answer.status).toBe(status);
      expect(answer.headers.get("Content-Type")).toBe("application/json");
      expect(await answer.json()).toEqual({
        detail: expect.any(String),
        code: expect.stringMatching(/^[a-z_]+$/),
      });
    },
  );

  it("a redirect to the trailing slash is followed by the gateway and never reaches the browser", async () => {
    const answer = await fetch(`${site.url}/api/auth/me?a=1`, { redirect: "manual" });
    expect(answer.status).toBe(401);
    django.distort((call, proper) =>
      call.path === "/api/signals"
        ? movedTo("/api/signals/")
        : call.path === "/api/signals/"
          ? json([])
          : proper,
    );
    const moved = await fetch(`${site.url}/api/signals`, { redirect: "manual" });
    expect([moved.status, await moved.json()]).toEqual([200, []]);
  });

  it("a Retry-After that exceeds the gateway's limit reaches the browser", async () => {
    django.distort(() =>
      json({ detail: "Request was throttled. Expected available in 30 seconds." }, 429, {
        "Retry-After": "30",
      }),
    );
    const answer = await post("/api/auth/login/", { pocketoption_id: "PO-1001" });
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([429, "30"]);
    expect(django.calls).toHaveLength(1);
  });

  it("the backend receives the site's host and protocol, but no cookies", async () => {
    await fetch(`${site.url}/api/auth/me/`, { headers: { Cookie: "language=de" } });
    expect(django.calls.at(-1)?.headers).toMatchObject({
      "x-forwarded-host": new URL(site.url).host,
      "x-forwarded-proto": "http",
      "x-request-id": expect.any(String),
    });
    expect(django.calls.at(-1)?.headers.cookie).toBeUndefined();
  });

  it("a backend without sign-in is reported by the contract check", async () => {
    django.distort(() => htmlAnswer(404, "Not Found"));
    const lines = complaints(await checkSite(site, DJANGO_MEMBER));
    expect(lines).toContain(
      "misses       GET /api/auth/me/ without a token is refused with 401: expected 401 (the browser then refreshes; on 403 " +
        'it never would), got 404 with JSON {detail, code} "Not found.", "not_found"',
    );
  });

  function post(path: string, body: unknown): Promise<Response> {
    const headers = { "Content-Type": "application/json" };
    return fetch(site.url + path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  async function signIn(): Promise<TokenPair> {
    const answer = await post("/api/auth/login/", { pocketoption_id: DJANGO_MEMBER.memberId });
    return v.parse(TokenPair, await answer.json());
  }
});

function json(body: unknown, status = 200, headers: Record<string, string> = {}): DjangoAnswer {
  return { status, headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) };
}

function movedTo(location: string): DjangoAnswer {
  return { status: 301, headers: { Location: location }, body: "" };
}
