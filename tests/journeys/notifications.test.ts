/** Notifications of new signals: offered after a follow, set in the profile, and shown by the service worker. */
import type { Page, Worker } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SERVICE_WORKER_READY_MS } from "#shared/limits/browser.ts";
import type { NewPushSubscription, PushMessage } from "#shared/contracts/push.ts";
import { addHolder, type Holder, signOut } from "#tests/support/member.ts";
import { type PushService, startPushService } from "#tests/support/push-service.ts";
import { startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { staffOf } from "#tests/support/staff-api.ts";
import { untilHydrated } from "#tests/support/visitor.ts";

const { site, open } = await openSiteAndBrowser(startSite);
const staff = await staffOf(site.url);
const trader = "north-light";
await staff.addTraders({ [trader]: "North Light" });
let service: PushService;

beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service.close());

/** A member's page, with a service worker that is in control. */
async function openMember(path: string, parts: Partial<BrowserParts> = {}, who?: Holder): Promise<Page> {
  const all: BrowserParts = { answer: "granted", subscription: null, ...parts };
  const { page } = await open(path, {
    as: who ?? (await addHolder(site)),
    serviceWorkers: "allow",
    before: (tab) => tab.addInitScript(standIn, all),
  });
  await untilControlled(page);
  return page;
}

async function untilControlled(page: Page): Promise<void> {
  await untilHydrated(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}

/** The offer comes with the next page, so that nothing shifts under the pointer. */
async function followAndGoOn(page: Page): Promise<void> {
  const asked = page.waitForResponse("**/api/profile/notifications/");
  await page.getByRole("button", { name: "Follow North Light", exact: true }).click();
  await (await asked).finished();
  await page.click('header a[href="/en/signal"]');
}

interface BrowserParts {
  /** What the reader answers to the browser's question. */
  readonly answer: NotificationPermission;
  /** Null where the push service of the browser's maker cannot be reached. */
  readonly subscription: Pick<NewPushSubscription, "endpoint" | "keys"> | null;
}

/**
 * Puts in what the tests' Chromium lacks, being without a window: a question for the reader, and a push service within reach. Runs in the page,
 * before its own scripts.
 */
function standIn({ answer, subscription }: BrowserParts): void {
  let permission: NotificationPermission = "default";
  let own: PushSubscription | null = null;
  Object.defineProperty(Notification, "permission", { get: () => permission });
  Notification.requestPermission = async () => (permission = answer);
  PushManager.prototype.getSubscription = async () => own;
  PushManager.prototype.subscribe = async () => {
    if (subscription === null) throw new DOMException("Registration failed", "AbortError");
    const unsubscribe = async () => {
      own = null;
      return true;
    };
    return (own = {
      ...subscription,
      toJSON: () => subscription,
      unsubscribe,
    } as unknown as PushSubscription);
  };
}

it("notifications are offered once after a follow, and begin when the member agrees", async () => {
  const subscriber = await service.subscribe();
  const page = await openMember(`/en/traders/${trader}`, subscriber);
  await followAndGoOn(page);
  const offer = page.getByRole("button", { name: "Notify me" });
  await offer.waitFor();
  expect(await page.evaluate(() => Notification.permission)).toBe("default");

  await offer.click();
  await page.getByText("This browser now gets notifications").waitFor();

  await page.goBack();
  await page.getByRole("button", { name: "Unfollow North Light" }).click();
  await page.getByRole("button", { name: "Follow North Light", exact: true }).click();
  await page.getByRole("button", { name: "Unfollow North Light" }).waitFor();
  await page.click('header a[href="/en/signal"]');
  await page.waitForURL("**/en/signal");
  expect(await offer.count()).toBe(0);

  const { id } = await staff.publish();
  await expect.poll(() => subscriber.received.length).toBe(1);
  expect(subscriber.received[0]?.message).toMatchObject({ signal_id: id, path: `/en/signal/${id}` });
});

it.each([
  [{ answer: "denied" }, "This browser does not allow notifications from this site."],
  [{ answer: "default" }, "Notifications could not be switched on"],
  [{ subscription: null }, "Notifications could not be switched on"],
] as const)("notifications that cannot be switched on show the reason: %j", async (parts, words) => {
  const page = await openMember(`/en/traders/${trader}`, parts);
  await followAndGoOn(page);
  await page.getByRole("button", { name: "Notify me" }).click();
  await page.getByText(words).waitFor();
});

it("notifications cannot be switched on without a service worker, and say so after a while", async () => {
  const parts = { answer: "granted", subscription: null } satisfies BrowserParts;
  const { page } = await open(`/en/traders/${trader}`, {
    as: await addHolder(site),
    before: (tab) => tab.addInitScript(standIn, parts),
  });
  await followAndGoOn(page);
  await page.getByRole("button", { name: "Notify me" }).waitFor();
  await page.clock.install();
  await page.getByRole("button", { name: "Notify me" }).click();
  const failed = page.getByText("Notifications could not be switched on");
  await expect
    .poll(async () => {
      await page.clock.fastForward(SERVICE_WORKER_READY_MS);
      return failed.count();
    })
    .toBe(1);
});

it("notifications are not offered to a member who has switched them off everywhere", async () => {
  const page = await openMember("/en/profile?view=notifications", await service.subscribe());
  await page.getByRole("button", { name: "Switch off everywhere" }).click();
  await page.getByText("Notifications are switched off in all browsers.").waitFor();
  await page.click('header a[href="/en/traders"]');
  await page.locator(`main a[href="/en/traders/${trader}"]`).first().click();
  // The row of the list has a button of the same name.
  await page.waitForURL(`${site.url}/en/traders/${trader}`);
  const asked = page.waitForResponse("**/api/profile/notifications/");
  await page.getByRole("button", { name: "Follow North Light", exact: true }).click();
  await (await asked).finished();
  await page.getByRole("button", { name: "Unfollow North Light" }).waitFor();
  expect(await page.getByRole("button", { name: "Notify me" }).count()).toBe(0);
  // Nor is it forgotten to offer them once they are wanted.
  expect(await page.evaluate(() => localStorage.getItem("tidemark:push-offer"))).toBeNull();
});

it("notifications are set on one page: this browser, other browsers and quiet hours; traders are muted on Watch", async () => {
  const subscriber = await service.subscribe();
  const page = await openMember("/en/profile?view=notifications", subscriber);
  await page.getByText("Once you follow a trader").waitFor();
  await page.goto(`${site.url}/en/traders/${trader}`);
  await untilControlled(page);
  await followAndGoOn(page);
  await page.locator(".offer").getByRole("button", { name: "Hide" }).click();
  await page.locator(".offer").waitFor({ state: "detached" });
  expect(await page.evaluate(() => localStorage.getItem("tidemark:push-offer"))).toBe("true");
  await page.click(".account-nav [popovertarget]");
  await page.click('.account-nav a[href="/en/profile"]');
  await page.getByRole("link", { name: "Notifications" }).click();
  await page.getByRole("button", { name: "Notify me in this browser" }).click();
  await page.getByText("This browser gets notifications.").waitFor();
  await page.getByRole("cell", { name: "Chrome on Linux" }).waitFor();
  // Where a keyboard goes on once what was pressed has gone.
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe("Where you hear about new signals");

  await page.getByRole("link", { name: "Choose the traders" }).click();
  const notify = page.getByRole("button", { name: "Notify me of signals by North Light" });
  expect(await notify.getAttribute("aria-pressed")).toBe("true");
  await notify.click();
  await expect.poll(() => notify.getAttribute("aria-pressed")).toBe("false");
  await staff.publish();
  await page.getByRole("link", { name: "Notifications and quiet hours" }).click();

  await page.getByLabel("From").fill("22:00");
  await page.getByRole("button", { name: "Save quiet hours" }).click();
  await page.getByText("Enter this time too, or leave both empty.").first().waitFor();
  await page.getByLabel("Until").fill("07:00");
  await page.getByRole("button", { name: "Save quiet hours" }).click();
  await page.getByText("Your quiet hours are saved").waitFor();

  await page.getByRole("button", { name: "Switch off everywhere" }).click();
  await page.getByText("Notifications are switched off in all browsers.").waitFor();
  await page.getByRole("button", { name: "Remove Chrome on Linux" }).click();
  await page.getByText("This browser gets no notifications yet.").waitFor();
  await expect.poll(focused).toBe("Where you hear about new signals");
  expect(subscriber.received).toEqual([]);
});

async function switchOnAtFollow(page: Page): Promise<void> {
  await followAndGoOn(page);
  await page.getByRole("button", { name: "Notify me" }).click();
  await page.getByText("This browser now gets notifications").waitFor();
}

const isSubscribed = (page: Page) =>
  page.evaluate(async () => {
    const { pushManager } = await navigator.serviceWorker.ready;
    return (await pushManager.getSubscription()) !== null;
  });

it("notifications end in this browser with a sign-out, even if the site does not receive it", async () => {
  const page = await openMember(`/en/traders/${trader}`, await service.subscribe());
  await switchOnAtFollow(page);
  await page.route("**/api/auth/logout/", (route) => route.abort());
  await signOut(page);
  await expect.poll(() => isSubscribed(page)).toBe(false);
});

it("notifications continue if the same member signs in again, and end if another does", async () => {
  const holder = await addHolder(site);
  const page = await openMember(`/en/traders/${trader}`, await service.subscribe(), holder);
  await switchOnAtFollow(page);
  await page.goBack();
  const next = async ({ id, passcode }: Holder) => {
    // As sessions are once they have expired.
    await site.db.prepare("DELETE FROM sessions").run();
    // Where the page itself asks for something first, it leads to the login before the press.
    const press = page.getByRole("button", { name: /^(Unfollow|Follow) North Light$/ }).click();
    await Promise.race([press, page.waitForURL("**/en/login**")]);
    press.catch(() => {});
    await page.waitForURL("**/en/login**");
    await page.fill('input[name="pocketoption_id"]', id);
    await page.click('main button[type="submit"]');
    await page.locator('input[name="passcode"]').fill(passcode);
    const asked = page.waitForResponse("**/api/profile/notifications/");
    await page.click('main button[type="submit"]');
    await (await asked).finished();
    await page.waitForURL(`**/en/traders/${trader}`);
  };
  await next(holder);
  expect(await isSubscribed(page)).toBe(true);
  await next(await addHolder(site));
  await expect.poll(() => isSubscribed(page)).toBe(false);
});

const SHOWN = { title: "North Light", body: "EUR/USD up, 07:21 to 07:36", tag: "0123" };
const MESSAGE: PushMessage = {
  ...SHOWN,
  type: "signal.published",
  signal_id: "0123",
  path: "/de/signal/0123",
  language: "de",
  timestamp: "2026-03-01T07:20:00.000Z",
};

/** Hands messages to the service worker as the browser does. */
async function openDelivery(page: Page): Promise<(data: string) => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [own] }) => {
      if (own) resolve(own.registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  const registrationId = await registered;
  return async (data) => {
    await devtools.send("ServiceWorker.deliverPushMessage", { origin: site.url, registrationId, data });
  };
}

/** What the worker shows from now on, oldest first: this Chromium has nowhere to show it. */
async function watchNotifications(worker: Worker): Promise<() => Promise<unknown[]>> {
  await worker.evaluate(() => {
    const own = globalThis as unknown as WorkerGlobal;
    own.shown = [];
    own.registration.showNotification = async (title, options) => {
      own.shown.push({ title, ...options });
    };
  });
  return () => worker.evaluate(() => (globalThis as unknown as WorkerGlobal).shown);
}

/** What is used of a service worker's global scope, whose types are not those of a page. */
interface WorkerGlobal {
  shown: unknown[];
  readonly registration: { showNotification: (title: string, options?: object) => Promise<void> };
  readonly clients: { openWindow: (url: string) => Promise<null> };
  readonly dispatchEvent: (event: Event) => boolean;
  readonly ExtendableEvent: typeof Event;
}

it("every message shows a notification, silently in front of a tab of the site, which opens the signal", async () => {
  const page = await openMember("/en/profile");
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error("There is no service worker.");
  const deliver = await openDelivery(page);
  const shown = await watchNotifications(worker);
  const notification = { ...SHOWN, lang: "de", icon: "/icon-192.png", data: { path: MESSAGE.path } };
  const news = {
    title: `News on ${new URL(site.url).host}`,
    body: "",
    lang: "en",
    tag: "news",
    icon: "/icon-192.png",
    data: { path: "/en" },
    silent: true,
  };
  await deliver(JSON.stringify(MESSAGE));
  await deliver("no message of ours");
  await deliver("");
  await expect.poll(shown).toEqual([{ ...notification, silent: true }, news, news]);

  await page.goto("about:blank");
  await deliver(JSON.stringify(MESSAGE));
  await expect.poll(async () => (await shown()).at(-1)).toEqual({ ...notification, silent: false });

  const led = await worker.evaluate(
    (data) =>
      new Promise((resolve) => {
        const own = globalThis as unknown as WorkerGlobal;
        // A browser opens windows only for a press of the reader's own.
        own.clients.openWindow = async (url) => {
          resolve(url);
          return null;
        };
        const event = Object.assign(new own.ExtendableEvent("notificationclick"), {
          notification: { data, close: () => {} },
        });
        own.dispatchEvent(event);
      }),
    notification.data,
  );
  expect(led).toBe("/de/signal/0123");
});
