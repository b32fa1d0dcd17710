/** What visitors and members get while the operator's own backend, or the connection to it, fails. The backend is a second site. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LANGUAGES } from "#shared/site/languages.ts";
import { callApi, signInByApi } from "#tests/support/api-client.ts";
import { type DurableSite, startDurableSite } from "#tests/support/durable-site.ts";
import { type FaultyLink, type LinkState, startFaultyLink } from "#tests/support/faulty-link.ts";
import { MEMBER_ID, type Site, startSite } from "#tests/support/site.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { seedRecord } from "#worker/local/demo-data/write-record.ts";
import { GATEWAY_RETRY } from "#shared/limits/calls.ts";

/** The gateway's own time, and some for a busy machine. */
const LONGEST_MS = GATEWAY_RETRY.totalTimeoutMs + 3_000;

let link: FaultyLink;
let backend: Site;
/** On a socket of its own: its calls to the upstream meet the network as it is. */
let site: DurableSite;
const folder = temporaryFolder();
let member: string;

beforeAll(async () => {
  link = await startFaultyLink();
  backend = await startSite();
  await seedRecord(backend.db, { signals: 60, endMs: Date.now() });
  link.leadTo(backend.url);
  const vars = { API_PARTS: "auth,signals,traders,ledger,ledger-export,admin" };
  site = await startDurableSite({ folder, apiBaseUrl: link.url, vars });
  member = await signInByApi(site.url, MEMBER_ID);
});
beforeEach(() => link.become("up"));
afterAll(async () => {
  await site?.close();
  await backend?.close();
  await link?.close();
});

const BROWSER = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0" };

/** An address whose data nobody has asked for a moment ago. */
const fresh = (path: string) => `${site.url}${path}?asset=F${randomUUID().slice(0, 8)}`;

/** As a crawler, which gets whole documents: the status waits for the data. */
async function visit(path: string) {
  const startedMs = performance.now();
  const headers = { "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" };
  const response = await fetch(fresh(path), { headers });
  return { status: response.status, html: await response.text(), tookMs: performance.now() - startedMs };
}

async function ask(path: string) {
  const response = await callApi(site.url, member, "GET", path);
  return { status: response.status, body: await response.json() };
}

const UNANSWERED: readonly [LinkState, number, string][] = [
  ["down", 502, "upstream_unreachable"],
  ["silent", 504, "upstream_timeout"],
];

describe.each(UNANSWERED)("an upstream that is %s", (state, status, code) => {
  // All at once, since each waits until the gateway gives up.
  it(
    `causes an error message in every language, in time, on a page that still works, and a ${status} for API calls`,
    { timeout: 60_000 },
    async () => {
      // The traders' list stops in the middle of its answer, as far as there is one.
      link.become(state, state === "silent" ? { "/api/traders/": "stalled" } : {});
      const [pages, stalled, started, read, refresh] = await Promise.all([
        Promise.all(LANGUAGES.map((language) => visit(`/${language}/signal`))),
        visit("/en/traders"),
        fetch(fresh("/en/signal"), { headers: BROWSER }).then(async (response) => ({
          response,
          html: await response.text(),
        })),
        ask("/api/auth/me/"),
        callApi(site.url, null, "POST", "/api/auth/refresh/", { refresh: "any" }),
      ]);
      for (const [index, { status, html, tookMs }] of pages.entries()) {
        const { default: common } = await import(`../../shared/locales/${LANGUAGES[index]}/common.json`);
        expect(status).toBe(503);
        expect(html).toContain(common.states.failed);
        expect(html).toContain("</html>");
        expect(tookMs).toBeLessThan(LONGEST_MS);
      }
      expect(stalled).toMatchObject({ status: 503, html: expect.stringContaining("could not be loaded") });
      expect(stalled.tookMs).toBeLessThan(LONGEST_MS);
      // A visitor's page starts meanwhile, and says it later.
      expect(started.response.headers.get("Cache-Control")).toBe("no-store");
      expect(started.html).toContain("This could not be loaded.");
      expect(started.html).toContain("</html>");
      expect(read).toMatchObject({ status, body: { code } });
      // Not repeated: it may have rotated the token.
      expect(refresh.status).toBe(status);
      expect(link.calls.filter((call) => call.startsWith("POST"))).toEqual(["POST /api/auth/refresh/"]);
    },
  );

  it("does not affect pages without data", async () => {
    link.become(state);
    expect(await visit("/de/terms")).toMatchObject({ status: 200 });
    // For all pages of ten seconds the gateway may ask once what the backend has.
    expect(link.calls.filter((call) => call !== "GET /api/signals/")).toEqual([]);
  });
});

describe("an upstream that closes the connection in the middle of a response", () => {
  it("causes a failed download instead of one that seems complete", async () => {
    link.become("cut");
    const response = await fetch(`${site.url}/api/ledger/export.ndjson`);
    await expect(response.text()).rejects.toThrow();
  });
});
