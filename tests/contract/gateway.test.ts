/** What browsers get from the gateway, whichever backend it uses. */
import { once } from "node:events";
import { request } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type DjangoDouble, type DjangoSettings, startDjango } from "#tests/support/django-double.ts";
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
    /^advice {7}A refresh repeated at once with the same token gets an answer again: .* got 401/,
  );
  const modes: readonly [string, Partial<DjangoSettings>, unknown[]][] = [
    ["without rotation", {}, [noSignOut]],
    ["with rotation and blacklist", { rotates: true, blacklists: true }, [noGrace]],
  ];

  it.each(modes)(
    "%s, the browser's contract is satisfied except for the expected advice",
    async (_name, settings, advice) => {
      django.reset(settings);
      expect(complaints(await checkSite(site, DJANGO_MEMBER))).toEqual(advice);
    },
  );
});
