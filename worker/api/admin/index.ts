/** Door of the admin domain: the audit log. */
export { type Actor, actorOf, logActIfChanged, logActOnAccount } from "./audit-log.ts";
