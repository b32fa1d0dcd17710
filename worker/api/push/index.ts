/** What other domains may use of notifications: the key that identifies the site to push services. */
export { createVapidKeys } from "./vapid.ts";
