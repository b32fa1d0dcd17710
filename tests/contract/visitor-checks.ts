/** What can be asked without an account. */
import * as v from "valibot";
import { NextCursor } from "#shared/contracts/paging.ts";
import { ABSENT, type Check, misses, NotCheckedError, notThere, OK } from "./check.ts";
import type { Answer, ContractApi } from "./contract-api.ts";
import { CALLS_BEHIND_SIGN_IN, readsFor } from "./declared-calls.ts";
import { breachInWords, expectProblem, expectStatus } from "./expectations.ts";

const CURRENT_USER = "/api/auth/me/";
const SIGN_IN = "/api/auth/login/";
const REFRESH = "/api/auth/refresh/";

const NO_TOKEN = "not.a.token";
const REFRESHES = "the browser then refreshes; on 403 it never would";

const LISTS = ["/api/signals/", "/api/traders/"];

/** What becomes of the pages that read a call, and the part that it is, or comes with. */
const READS: Readonly<Record<string, Pick<Check, "part" | "within"> & { readonly without: string }>> = {
  "/api/summary/": { without: "home shows no totals", within: "signals" },
  "/api/signals/": {
    without: "the signals' page says that this site does not offer it, and home shows none",
    part: "signals",
  },
  "/api/traders/": {
    without: "the traders' page says that this site does not offer it",
    part: "traders",
  },
  "/api/search/": { without: "the header has no search", part: "search" },
  "/api/search/assets/": {
    without: "the list of signals offers no assets to choose from",
    within: "search",
  },
  "/api/ledger/": { without: "nobody can check the record", part: "ledger" },
  "/api/ledger/head/": {
    without: "about says that this site does not offer it, and nobody can check the record",
    within: "ledger",
  },
  "/api/live/events/": {
    without: "readers whose network lets no WebSocket through hear no news",
    within: "signals",
  },
  "/api/log/checkpoints/": {
    without: "nobody can check since when others have seen the record",
    within: "log",
  },
};

/** Calls of parts that no other check asks for, in their smallest form; any answer but 404 shows that the part is there. */
const OTHER_PARTS = [
  ["slices", "GET", "/api/traders/contract-check/slices/", "trader pages have no slices"],
  ["ledger-export", "GET", "/api/ledger/export.ndjson/?after=999999999999999", "nobody downloads the ledger"],
  ["csv", "GET", "/api/signals/export.csv/?from=9999-12-31", "nobody downloads signals as a table"],
  ["feeds", "GET", "/api/feeds/en/signals.json/", "nobody subscribes to signals"],
  ["admin", "POST", "/api/admin/signals/", "staff have no admin area"],
  ["vitals", "POST", "/api/vitals/", "browsers do not report how fast pages were"],
] as const;

/** What a read does not answer without. */
const QUERIES: ReadonlyMap<string, string> = new Map([["/api/search/", "?q=contract-check"]]);

const ListPage = v.object({ next: NextCursor });

/** What nobody has: a list narrowed by it is empty. */
const NARROWED_TO_NOTHING = [
  ["/api/signals/", "trader=nobody-has-this-handle"],
  ["/api/signals/", "asset=NOBODYHASTHIS"],
  ["/api/traders/", "trader=nobody-has-this-handle"],
  ["/api/traders/", "asset=NOBODYHASTHIS"],
  ["/api/traders/", "min_decided=9999999"],
] as const;

/** Orders that the lists' forms offer. */
const SORTED_BY = [
  ["/api/signals/", "-entry_at"],
  ["/api/signals/", "expires_at"],
  ["/api/signals/", "-payout"],
  ["/api/traders/", "-last_published_at"],
  ["/api/traders/", "-settled"],
] as const;

const EmptyPage = v.object({ results: v.pipe(v.array(v.unknown()), v.length(0)) });

type Ask = (api: ContractApi) => Promise<Answer>;

/** What a call has to answer, and why. */
const ANSWERS: readonly (readonly [claim: string, ask: Ask, status: number, meaning: string])[] = [
  [`GET ${CURRENT_USER} without a token is refused with 401`, (api) => api.get(CURRENT_USER), 401, REFRESHES],
  [
    `GET ${CURRENT_USER} with a malformed token is refused with 401`,
    (api) => api.get(CURRENT_USER, { headers: { Authorization: `Bearer ${NO_TOKEN}` } }),
    401,
    REFRESHES,
  ],
  [
    `POST ${SIGN_IN} with an unknown id is refused with 401`,
    (api) => api.post(SIGN_IN, { body: { pocketoption_id: `contract-${crypto.randomUUID()}` } }),
    401,
    "the form then says that there is no such account",
  ],
  [
    `POST ${REFRESH} with a malformed token is refused with 401`,
    (api) => api.post(REFRESH, { body: { refresh: NO_TOKEN } }),
    401,
    "the session is over; on a 5xx the browser keeps it and asks again for ever",
  ],
  [
    `POST ${REFRESH} without a token is refused with 400`,
    (api) => api.post(REFRESH, { body: {} }),
    400,
    "a field is missing",
  ],
];

export const visitorChecks: readonly Check[] = [
  ...ANSWERS.map(([claim, ask, status, meaning]): Check => ({
    claim,
    isRequired: true,
    run: async ({ api }) => expectStatus(await ask(api), [status], meaning),
  })),
  {
    claim: `A 401 of ${CURRENT_USER} says WWW-Authenticate: Bearer`,
    isRequired: false,
    async run({ api }) {
      const { headers } = await api.get(CURRENT_USER);
      const challenge = headers.get("WWW-Authenticate") ?? "none";
      return /^Bearer\b/.test(challenge)
        ? OK
        : misses("a Bearer challenge (RFC 9110 section 15.5.2)", challenge);
    },
  },
  {
    claim: `POST ${SIGN_IN} asks for pocketoption_id by name`,
    isRequired: true,
    async run({ api }) {
      const answer = await api.post(SIGN_IN, { body: {} });
      const namesField = v.is(v.object({ pocketoption_id: v.array(v.string()) }), answer.json);
      if (answer.status === 400 && namesField) return OK;
      return misses('400 with JSON {"pocketoption_id": ["This field is required."]}', answer.inWords);
    },
  },
  {
    claim: "A body that is not JSON is refused with 400",
    isRequired: false,
    run: async ({ api }) =>
      expectStatus(
        await api.post(SIGN_IN, { text: "{" }),
        [400],
        "it is the caller's fault, not the server's",
      ),
  },
  ...LISTS.map((path): Check => ({
    claim: `GET ${path} gives the bare cursor of the next page, or null`,
    isRequired: true,
    async run({ api }) {
      // Of more than one entry there is a next page.
      const answer = await api.get(`${path}?limit=1`);
      if (answer.status === 404) return ABSENT;
      const page = v.safeParse(ListPage, answer.json);
      if (answer.status !== 200 || !page.success)
        return misses("200 with JSON {results, next}", answer.inWords);
      if (!/^(?:https?:\/\/|\/)/.test(page.output.next ?? "")) return OK;
      return misses(
        "the cursor alone (it is sent back as ?cursor=…)",
        "an address, which tells where the backend is",
      );
    },
  })),
  ...NARROWED_TO_NOTHING.map(([path, filter]): Check => ({
    claim: `GET ${path} narrows by ${filter.replace(/=.*/, "")}`,
    isRequired: false,
    async run({ api }) {
      const answer = await api.get(`${path}?${filter}`);
      if (answer.status === 404) return ABSENT;
      if (answer.status === 200 && v.is(EmptyPage, answer.json)) return OK;
      return misses(`nothing for ${filter}`, answer.inWords);
    },
  })),
  ...SORTED_BY.map(([path, sort]): Check => ({
    claim: `GET ${path} sorts by ${sort}`,
    isRequired: false,
    async run({ api }) {
      const answer = await api.get(`${path}?sort=${sort}`);
      if (answer.status === 404) return ABSENT;
      return expectStatus(answer, [200], "the list's form offers it");
    },
  })),
  ...readsFor("everyone").map(({ path, contract }): Check => ({
    claim: `GET ${path} fits the pages' contract`,
    isRequired: true,
    part: READS[path]?.part,
    within: READS[path]?.within,
    async run({ api }) {
      const answer = await api.get(path + (QUERIES.get(path) ?? ""));
      if (answer.status === 404) return notThere(READS[path]?.without ?? "pages lack it");
      const { success, issues } = v.safeParse(contract, answer.json);
      if (answer.status === 200 && success) return OK;
      return misses("200 with JSON as in shared/contracts/", breachInWords(answer, issues));
    },
  })),
  ...OTHER_PARTS.map(([part, method, path, without]): Check => ({
    claim: `${method} ${path.replace(/\?.*/, "")} is there`,
    isRequired: false,
    part,
    async run({ api }) {
      const answer = await api.call(method, path, method === "GET" ? {} : { body: {} });
      if (answer.status === 404) return notThere(without);
      return answer.status < 500 ? OK : misses("an answer below 500", answer.inWords);
    },
  })),
  ...CALLS_BEHIND_SIGN_IN.map(({ method, path, address }): Check => ({
    claim: `${method} ${path} is refused without a token`,
    isRequired: true,
    async run({ api }) {
      const answer = await api.call(method, address, method === "GET" ? {} : { body: {} });
      const isThere = answer.status !== 404 && answer.status !== 405;
      return isThere ? expectStatus(answer, [401], REFRESHES) : ABSENT;
    },
  })),
  {
    claim: "A call forwarded for the site is answered as a direct one",
    isRequired: true,
    vantage: "backend",
    async run({ api, siteOrigin }) {
      if (siteOrigin === null) throw new NotCheckedError("CONTRACT_SITE_URL is not set");
      const { host, protocol } = new URL(siteOrigin);
      const proto = protocol.replace(":", "");
      const headers = {
        Forwarded: `for=192.0.2.1;host="${host}";proto=${proto}`,
        "X-Forwarded-For": "192.0.2.1",
        "X-Forwarded-Host": host,
        "X-Forwarded-Proto": proto,
      };
      return expectStatus(
        await api.get(CURRENT_USER, { headers }),
        [401],
        `forwarded for ${host} over ${proto}`,
      );
    },
  },
  {
    claim: "A call without the gateway's secret is refused with 403",
    isRequired: false,
    vantage: "backend",
    async run({ stranger }) {
      if (stranger === null) throw new NotCheckedError("CONTRACT_SHARED_SECRET is not set");
      const meaning = "otherwise the API is open to anyone who finds it";
      return expectStatus(await stranger.get(CURRENT_USER), [403], meaning);
    },
  },
  {
    claim: "An unknown path answers 404 with JSON {detail, code}",
    isRequired: true,
    vantage: "site",
    run: async ({ api }) => expectProblem(await api.get("/api/contract-check-of-an-unknown-path/"), 404),
  },
  {
    claim: "Sign-in answers without its trailing slash too",
    isRequired: true,
    vantage: "site",
    run: async ({ api }) =>
      expectStatus(await api.post("/api/auth/login", { body: {} }), [400], "as with the slash"),
  },
  {
    claim: "No answer may be stored by a cache",
    isRequired: true,
    vantage: "site",
    async run({ api }) {
      const { headers } = await api.get(CURRENT_USER);
      const cacheControl = headers.get("Cache-Control") ?? "none";
      return cacheControl === "no-store" ? OK : misses("Cache-Control: no-store", cacheControl);
    },
  },
];
