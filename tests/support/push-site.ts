/** A site with followers whose browsers have subscribed at the test's own push service. */
import type { D1Database } from "@cloudflare/workers-types";
import type { Notifications } from "#shared/contracts/push.ts";
import type { Signal } from "#shared/contracts/signals.ts";
import { callApi, signInByApi } from "./api-client.ts";
import { type PushService, type ServiceBrowser, startPushService } from "./push-service.ts";
import { SECRETS, STAFF_PASSCODE, type Site, type SiteOptions, startSite } from "./site.ts";
import { type StaffApi, staffOf } from "./staff-api.ts";

export const TRADER = "north-light";
const MEMBER_PASSCODE = "a passcode of mine";

export interface Follower {
  readonly ask: (method: string, path: string, body?: unknown) => Promise<Response>;
  readonly browser: ServiceBrowser;
  readonly settings: (changes: Partial<Notifications>) => Promise<Response>;
}

export interface PushSite {
  readonly site: Pick<Site, "url" | "db">;
  readonly service: PushService;
  readonly staff: StaffApi;
  /** A member with a passcode who follows the trader, in a browser that is registered in English and UTC by default. */
  readonly follow: (how?: { readonly language?: string; readonly time_zone?: string }) => Promise<Follower>;
  /** With its entry in two minutes. */
  readonly publish: () => Promise<Signal>;
}

let members = 0;

/** Uses a running site; `startPushSite` starts one. */
export async function pushSiteOn(site: PushSite["site"], service: PushService): Promise<PushSite> {
  const staff = await staffOf(site.url);
  // On a database that has been opened before, it is there.
  await staff.ask("POST", "traders/", { handle: TRADER, name: "North Light" });
  return {
    site,
    service,
    staff,
    async follow(how) {
      const id = `PO-${(members += 1)}`;
      await staff.ask("POST", "accounts/", {
        pocketoption_id: id,
        passcode: MEMBER_PASSCODE,
        current_passcode: STAFF_PASSCODE,
      });
      const access = await signInByApi(site.url, id, MEMBER_PASSCODE);
      const browser = await service.subscribe();
      const ask = (method: string, path: string, body?: unknown) =>
        callApi(site.url, access, method, path, body);
      await ask("PUT", `/api/profile/follows/${TRADER}/`);
      const subscription = { language: "en", time_zone: "UTC", ...browser.subscription, ...how };
      const registered = await ask("POST", "/api/profile/push-subscriptions/", subscription);
      if (registered.status !== 201) throw new Error(`registering answered ${registered.status}`);
      const settings: Follower["settings"] = (changes) =>
        ask("PATCH", "/api/profile/notifications/", changes);
      return { ask, browser, settings };
    },
    publish: () => staff.publish({ trader: TRADER }, 120, 1_020),
  };
}

export async function startPushSite(options: SiteOptions = {}) {
  const site = await startSite(options);
  const service = await startPushService();
  return {
    ...(await pushSiteOn(site, service)),
    site,
    async close(): Promise<void> {
      await Promise.all([site.close(), service.close()]);
    },
  };
}

const [SERVER_KEY = ""] = SECRETS.VAPID_KEYS.split(":");

/** Followers of the trader, created directly in the database: as many subscriptions, some of them two of one account. */
export async function addFollowers(
  db: Pick<D1Database, "prepare" | "batch">,
  service: PushService,
  count: number,
): Promise<readonly ServiceBrowser[]> {
  const browsers = await Promise.all(Array.from({ length: count }, () => service.subscribe()));
  const rows = browsers.map(({ subscription: { endpoint, keys } }, index) => {
    const account = `ab${String(Math.floor(index / 1.5)).padStart(6, "0")}`;
    return { id: crypto.randomUUID(), account, endpoint, ...keys };
  });
  const insertions = [
    `INSERT OR IGNORE INTO accounts (id, pocketoption_id, created_at)
     SELECT value ->> 'account', value ->> 'account', 0 FROM json_each(?)`,
    `INSERT OR IGNORE INTO follows (account_id, trader_id, followed_at)
     SELECT value ->> 'account', traders.id, 0 FROM json_each(?), traders WHERE handle = '${TRADER}'`,
    `INSERT INTO push_subscriptions
     SELECT value ->> 'id', value ->> 'account', 'gone', value ->> 'endpoint', value ->> 'p256dh', value ->> 'auth',
       '${SERVER_KEY}', 'en', 'UTC', '', 0 FROM json_each(?)`,
  ];
  await db.batch(insertions.map((sql) => db.prepare(sql).bind(JSON.stringify(rows))));
  return browsers;
}
