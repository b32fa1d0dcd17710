/** Kinds of request that the site meets, and how each is asked of a site that is measured. Pages and their data are those that are not kept. */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { TokenPair } from "#shared/contracts/session.ts";
import { openLiveSocket } from "#tests/support/live-socket.ts";
import type { Staff } from "#tests/bench/soak/staff.ts";
import type { Database } from "#tests/bench/workerd.ts";
import { MAX_STALE_MS } from "#shared/limits/pages.ts";

export const KINDS = [
  "list page",
  "signal page",
  "list data",
  "signal data",
  "one of these, kept",
  "API: figures of all",
  "API: one signal",
  "service worker",
  "file of a build",
  "newest build",
  "measurement into the database",
  "measurement into the engine",
  "current user",
  "refresh",
  "refresh that notes the session",
  "sign-in",
  "live reader joins",
  "signal published",
] as const;
export type Kind = (typeof KINDS)[number];

/** A site, and what requests to it need. */
export interface MeasuredSite {
  readonly url: string;
  readonly db: Database;
  /** An address of a signal's page in English. */
  readonly signalPath: string;
  readonly staff: Staff;
  /** Accounts that sign in by their id alone; all keep their refresh token in the second database. */
  readonly members: readonly string[];
  /** Newest tokens by account. */
  readonly tokens: Map<string, TokenPair>;
}

/** `turn`: how many of the kind have been asked before. `isAlone`: others may be waited for, so that nothing is kept. */
type Ask = (site: MeasuredSite, turn: number, isAlone: boolean) => Promise<void>;

const HOUR_MS = 3_600_000;

async function read(
  { url }: MeasuredSite,
  path: string,
  { status = 200, ...init }: RequestInit & { status?: number } = {},
): Promise<unknown> {
  const response = await fetch(url + path, init);
  const text = await response.text();
  if (response.status !== status)
    throw new Error(`${path} answered ${response.status}: ${text.slice(0, 200)}`);
  return response.headers.get("Content-Type")?.includes("json") ? JSON.parse(text) : text;
}

const get =
  (pathOf: (site: MeasuredSite) => string): Ask =>
  async (site) => {
    await read(site, pathOf(site));
  };

/** Alone, once what is kept is too old; else as somebody with a token, who is answered from no cache. */
const rendered =
  (pathOf: (site: MeasuredSite) => string): Ask =>
  async (site, _turn, isAlone) => {
    if (isAlone) await sleep(MAX_STALE_MS + 200);
    await read(site, pathOf(site), isAlone ? {} : { headers: { Authorization: "Bearer bench" } });
  };

const post = (body: object, headers: Record<string, string> = {}) => ({
  method: "POST",
  headers: { "Content-Type": "application/json", ...headers },
  body: JSON.stringify(body),
});

/** One address may report twenty times a minute. */
const measurement: Ask = async (site, turn) =>
  void (await read(site, "/api/vitals/", {
    ...post(
      { page: "home", lcp: 1_200, inp: 48, cls: 0.02, fcp: 700, ttfb: 90 },
      { "CF-Connecting-IP": `2001:db8:${turn % 15}::1` },
    ),
    status: 204,
  }));

function memberOf({ members }: MeasuredSite, turn: number): string {
  const member = members[turn % members.length];
  if (member === undefined) throw new Error("there is no member");
  return member;
}

async function signIn(site: MeasuredSite, member: string): Promise<TokenPair> {
  const pair = v.parse(TokenPair, await read(site, "/api/auth/login/", post({ pocketoption_id: member })));
  site.tokens.set(member, pair);
  return pair;
}

const tokensOf = async (site: MeasuredSite, member: string) =>
  site.tokens.get(member) ?? (await signIn(site, member));

const refresh: Ask = async (site, turn) => {
  const member = memberOf(site, turn);
  const { refresh } = await tokensOf(site, member);
  site.tokens.set(member, v.parse(TokenPair, await read(site, "/api/auth/refresh/", post({ refresh }))));
};

const join: Ask = async (site, turn) => {
  const socket = openLiveSocket(site.url, `2001:db8:1:${turn}::1`);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.addEventListener("message", () => resolve());
  socket.addEventListener("error", () => reject(new Error("a live reader was not let in")));
  await promise;
  socket.close();
};

function manifestPath(): string {
  const newest: unknown = JSON.parse(readFileSync("dist/client/builds/latest.json", "utf8"));
  return `/builds/meta/${v.parse(v.object({ id: v.string() }), newest).id}.json`;
}

export const ASK: Readonly<Record<Kind, Ask>> = {
  "one of these, kept": get(() => "/en"),
  "list page": rendered(() => "/en/signal"),
  "signal page": rendered(({ signalPath }) => signalPath),
  "list data": rendered(() => "/en/signal/_payload.json"),
  "signal data": rendered(({ signalPath }) => `${signalPath}/_payload.json`),
  "API: figures of all": get(() => "/api/summary/"),
  "API: one signal": get(({ signalPath }) => `/api/signals/${signalPath.split("/").at(-1)}/`),
  "service worker": get(() => "/sw.js"),
  "file of a build": get(manifestPath),
  "newest build": get(() => `/builds/latest.json?${Date.now()}`),
  "measurement into the database": measurement,
  "measurement into the engine": measurement,
  "current user": async (site, turn) => {
    const { access } = await tokensOf(site, memberOf(site, turn));
    await read(site, "/api/auth/me/", { headers: { Authorization: `Bearer ${access}` } });
  },
  refresh,
  "refresh that notes the session": async (site, turn, isAlone) => {
    await site.db
      .prepare("UPDATE sessions SET last_used_at = last_used_at - ?")
      .bind(2 * HOUR_MS)
      .run();
    await refresh(site, turn, isAlone);
  },
  "sign-in": async (site, turn) => void (await signIn(site, memberOf(site, turn))),
  "live reader joins": join,
  "signal published": async ({ staff }) => {
    await staff.publish();
  },
};
