/** Door of the log: its keys, and why there may be none. */
export { createLogKeys, LogNotConfiguredError, missingLogKey } from "./signing-keys.ts";
