/** What other domains may use of the log: its keys, why there may be none, and the state of its witnesses. */
export { detailsOfWitnesses, isUncontested } from "./report-witnesses.ts";
export { createLogKeys, LogNotConfiguredError, missingLogKey } from "./note-keys.ts";
