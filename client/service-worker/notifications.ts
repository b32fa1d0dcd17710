/** Notifications of new signals, from the site's push messages (https://www.w3.org/TR/push-api/). */
import * as v from "valibot";
import { PushMessage } from "#shared/contracts/push.ts";

declare const self: ServiceWorkerGlobalScope;

const PushJson = v.pipe(v.string(), v.parseJson(), PushMessage);
/** `data` of a notification of ours. */
const Target = v.object({ path: v.string() });

export function listenForNotifications(): void {
  self.addEventListener("push", (event) => {
    const message = v.safeParse(PushJson, event.data?.text());
    if (message.success) event.waitUntil(notify(message.output));
  });
  self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    const target = v.safeParse(Target, event.notification.data);
    if (target.success) event.waitUntil(open(target.output.path));
  });
}

/** Silent for whoever is looking at the site: its lists announce the signal by themselves. */
async function notify({ title, body, path, language, tag }: PushMessage): Promise<void> {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (windows.some(({ focused }) => focused)) return;
  await self.registration.showNotification(title, {
    body,
    tag,
    lang: language,
    icon: "/icon-192.png",
    data: { path } satisfies v.InferOutput<typeof Target>,
  });
}

/** In the window that shows it already, or else in a new one: what is being read in another stays. */
async function open(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = windows.find(({ url }) => new URL(url).pathname === path);
  await (shown ? shown.focus() : self.clients.openWindow(path));
}
