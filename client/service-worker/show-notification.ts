/** Notifications of new signals, from the site's push messages (https://www.w3.org/TR/push-api/). */
import * as v from "valibot";
import { PushMessage } from "#shared/contracts/push.ts";
import type { Language } from "#shared/site/languages.ts";
import { PUSH_TEXTS } from "#shared/locales/texts-outside-pages.ts";
import { pageHref } from "#shared/site/routes.ts";

declare const self: ServiceWorkerGlobalScope;

const PushJson = v.pipe(v.string(), v.parseJson(), PushMessage);
/** `data` of a notification of ours. */
const Target = v.object({ path: v.string() });

type Shown = Pick<PushMessage, "title" | "body" | "path" | "language" | "tag">;

/** `chosenLanguage` returns the language for a message without one. */
export function listenForNotifications(chosenLanguage: () => Promise<Language>): void {
  self.addEventListener("push", (event) => {
    const message = v.safeParse(PushJson, event.data?.text());
    event.waitUntil(message.success ? notify(message.output) : chosenLanguage().then(someNews).then(notify));
  });
  self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    const target = v.safeParse(Target, event.notification.data);
    if (target.success) event.waitUntil(open(target.output.path));
  });
}

/** For a message without content, or with content that this build cannot read. */
function someNews(language: Language): Shown {
  const title = PUSH_TEXTS[language].news.replace("{{site}}", self.location.host);
  return { title, body: "", path: pageHref(language, "home"), language, tag: "news" };
}

/**
 * Always shown, because browsers cancel a subscription whose messages show nothing. Silent while the user looks at the site: its
 * lists announce the signal themselves.
 */
async function notify({ title, body, path, language, tag }: Shown): Promise<void> {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  await self.registration.showNotification(title, {
    body,
    tag,
    silent: windows.some(({ focused }) => focused),
    lang: language,
    icon: "/icon-192.png",
    data: { path } satisfies v.InferOutput<typeof Target>,
  });
}

/** Opens the path in a window that already shows it, otherwise in a new one, so that no page being read is replaced. */
async function open(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = windows.find(({ url }) => new URL(url).pathname === path);
  await (shown ? shown.focus() : self.clients.openWindow(path));
}
