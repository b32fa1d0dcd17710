/** A site with followers whose browsers have subscribed at the test's own push service. */
import * as v from "valibot";
import type { Notifications } from "#shared/contracts/push.ts";
import { TokenPair } from "#shared/contracts/session.ts";
import { Signal } from "#shared/contracts/signals.ts";
import { callApi, signInByApi } from "./api-client.ts";
import { type PushService, type ServiceBrowser, startPushService } from "./push-service.ts";
import { STAFF_ID, STAFF_PASSCODE, type Site, type SiteOptions, startSite } from "./site.ts";

const MINUTE_MS = 60_000;
export const TRADER = "north-light";
export const MEMBER_PASSCODE = "a passcode of mine";

export interface Follower {
  readonly id: string;
  readonly tokens: TokenPair;
  readonly ask: (method: string, path: string, body?: unknown) => Promise<Response>;
  readonly browser: ServiceBrowser;
  /** Sends the browser's subscription to the site. */
  readonly register: (how?: { readonly language?: string; readonly time_zone?: string }) => Promise<Response>;
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
      const credentials = { pocketoption_id: id, passcode: MEMBER_PASSCODE };
      await staff("POST", "/api/admin/accounts/", { ...credentials, current_passcode: STAFF_PASSCODE });
      const answer = await callApi(site.url, null, "POST", "/api/auth/login/", credentials);
      const tokens = v.parse(TokenPair, await answer.json());
      const browser = await service.subscribe();
      const ask = (method: string, path: string, body?: unknown) =>
        callApi(site.url, tokens.access, method, path, body);
      const follower: Follower = {
        id,
        tokens,
        ask,
        browser,
        register: (as) =>
          ask("POST", "/api/profile/push-subscriptions/", {
            language: "en",
            time_zone: "UTC",
            ...browser.subscription,
            ...as,
          }),
        settings: (changes) => ask("PATCH", "/api/profile/notifications/", changes),
      };
      await ask("PUT", `/api/profile/follows/${TRADER}/`);
      const registered = await follower.register(how);
      if (registered.status !== 201) throw new Error(`registering answered ${registered.status}`);
      return follower;
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
