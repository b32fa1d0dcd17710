/** Door of notifications: the senders, and the key by which push services know the site. */
export { PushSender } from "./push-sender.ts";
export { createVapidKeys } from "./vapid.ts";
