/** What other domains may use of notifications: the senders, and the key that identifies the site to push services. */
export { PushSender } from "./push-sender.ts";
export { createVapidKeys } from "./vapid.ts";
