/** Door of the log: its keys, and why there may be none. */
export { createLogKeys, LogNotConfiguredError, type LogKeys, missingLogKey } from "./signing-keys.ts";
