/** Notifications in this browser (Push API, https://www.w3.org/TR/push-api/). */
import { HttpError } from "#client/data/http-error.ts";
import type { Http } from "#client/data/http.ts";
import { inTime } from "#client/data/in-time.ts";
import { serviceWorkers } from "#client/data/service-workers.ts";
import { readStored } from "#client/data/storage.ts";
import { Notifications, PushSubscriptionEntry } from "#shared/contracts/push.ts";
import type { Language } from "#shared/site/languages.ts";
import { SERVICE_WORKER_READY_MS } from "#shared/limits/browser.ts";
import { PUSH_OFFER_KEY } from "#shared/site/storage-names.ts";

export const notificationsKey = "/api/profile/notifications/";
export const subscriptionsPath = "/api/profile/push-subscriptions/";

/** Also unsupported in a browser tab on iOS, where only installed apps get push messages. */
export function pushPermission(): NotificationPermission | "unsupported" {
  const isSupported = serviceWorkers() && "PushManager" in window && "Notification" in window;
  return isSupported ? Notification.permission : "unsupported";
}

/**
 * The site's key, if notifications may be offered. Null if the offer was answered or hidden, if the browser's permission is
 * decided, or if the site or the member has notifications switched off. Rejects as `Http` does.
 */
export async function keyToOffer(http: Http): Promise<string | null> {
  const storage = () => window.localStorage;
  if (pushPermission() !== "default" || readStored(storage, PUSH_OFFER_KEY) !== null) return null;
  const { public_key: publicKey, push: isWanted } = await http.get(notificationsKey, Notifications);
  return isWanted ? publicKey : null;
}

/** The push endpoint of this browser; null if it has no subscription. */
export async function currentEndpoint(): Promise<string | null> {
  return (await currentSubscription())?.endpoint ?? null;
}

/**
 * Denied: the user denied the permission, now or before. Failed: the user dismissed the prompt, or the browser's push service
 * or this site's service worker does not answer. Full: other sessions with the same account id use all allowed subscriptions.
 */
export type SwitchedOn = "on" | "denied" | "failed" | "full";

/** Must be called from a click, because the browser may show its permission prompt. Rejects as `Http` does. */
export async function switchPushOn(http: Http, publicKey: string, language: Language): Promise<SwitchedOn> {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "denied" : "failed";
  const subscription = await subscribe(publicKey).catch(() => null);
  if (subscription === null) return "failed";
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const body = { ...subscription.toJSON(), language, time_zone: timeZone };
  try {
    await http.send("POST", subscriptionsPath, body, PushSubscriptionEntry);
    return "on";
  } catch (error) {
    if (!(error instanceof HttpError && error.code === "too_many_push_subscriptions")) throw error;
    await subscription.unsubscribe();
    return "full";
  }
}

/** Null without a service worker. */
async function subscribe(applicationServerKey: string): Promise<PushSubscription | null> {
  const container = serviceWorkers();
  // Never there if the worker could not be registered.
  const registration = container && (await inTime(container.ready, SERVICE_WORKER_READY_MS));
  if (!registration) return null;
  const { pushManager } = registration;
  const options = { userVisibleOnly: true, applicationServerKey };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    // The browser has a subscription with a former key of the site.
    const subscription = await pushManager.getSubscription();
    if (subscription === null) throw error;
    await subscription.unsubscribe();
    return pushManager.subscribe(options);
  }
}

async function currentSubscription(): Promise<PushSubscription | null> {
  if (pushPermission() === "unsupported") return null;
  const registration = await serviceWorkers()?.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Removes the browser's subscription. */
export async function unsubscribeBrowser(): Promise<void> {
  await (await currentSubscription())?.unsubscribe();
}

/** Keeps the subscription of the signed-in member and removes another member's. Rejects as `Http` does. */
export async function unsubscribeUnlessOwn(http: Http): Promise<void> {
  const endpoint = await currentEndpoint();
  if (endpoint === null) return;
  const { devices } = await http.get(notificationsKey, Notifications);
  if (!devices.some((device) => device.endpoint === endpoint)) await unsubscribeBrowser();
}
