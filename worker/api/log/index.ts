/**
 * What other domains may use of the log: its keys, why there may be none, and the state of its witnesses and time-stamp
 * authority.
 */
export { detailsOfObservers, isUncontested } from "./report-observers.ts";
export { createLogKeys, LogNotConfiguredError, missingLogKey } from "./signing-keys.ts";
