/** Door of the log: its keys and why there may be none, and what is told of those who are shown it. */
export { detailsOfObservers, isUncontested } from "./report-observers.ts";
export { createLogKeys, LogNotConfiguredError, missingLogKey } from "./signing-keys.ts";
