/** A site with followers whose browsers have subscribed at the test's own push service. */
import * as v from "valibot";
import type { Notifications } from "#shared/contracts/push.ts";
import { Signal } from "#shared/contracts/signals.ts";
import { callApi, signInByApi } from "./api-client.ts";
import { type PushService, type ServiceBrowser, startPushService } from "./push-service.ts";
import { STAFF_ID, STAFF_PASSCODE, type Site, type SiteOptions, startSite } from "./site.ts";

const MINUTE_MS = 60_000;
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
  readonly staff: (method: string, path: string, body?: unknown) => Promise<Response>;
  /** A member with a passcode who follows the trader, in a browser that is registered in English and UTC by default. */
  readonly follow: (how?: { readonly language?: string; readonly time_zone?: string }) => Promise<Follower>;
  readonly publish: (entryInMs?: number) => Promise<Signal>;
}

let members = 0;

/** Uses a running site; `startPushSite` starts one. */
export async function pushSiteOn(site: PushSite["site"], service: PushService): Promise<PushSite> {
  const token = await signInByApi(site.url, STAFF_ID, STAFF_PASSCODE);
  const staff = (method: string, path: string, body?: unknown) =>
    callApi(site.url, token, method, path, body);
  await staff("POST", "/api/admin/traders/", { handle: TRADER, name: "North Light" });
  return {
    site,
    service,
    staff,
    async follow(how) {
      const id = `PO-${(members += 1)}`;
      await staff("POST", "/api/admin/accounts/", {
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
    async publish(entryInMs = 2 * MINUTE_MS) {
      const nowMs = Date.now();
      const answer = await staff("POST", "/api/admin/signals/", {
        trader: TRADER,
        asset: "EUR/USD",
        direction: "up",
        entry_at: new Date(nowMs + entryInMs).toISOString(),
        expires_at: new Date(nowMs + entryInMs + 15 * MINUTE_MS).toISOString(),
        payout: 0.85,
      });
      return v.parse(Signal, await answer.json());
    },
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
