/** What other domains may use of the admin domain: the audit log. */
export { type Actor, actorOf, logActIfChanged, logActOnAccount } from "./audit-log.ts";
