/** What other domains may use of the ledger: the one way to write to it, and the reasons why a write is refused. */
export { commitToLedger } from "./commit-to-ledger.ts";
export type { LedgerDependencies, LedgerPlan } from "./commit-to-ledger.ts";
export { headFields, isHead, selectHead, selectHeadSeq, toHead, toLedgerEntry } from "./ledger-row.ts";
export { catchUpLog, readTiles, selectLogSize } from "./stored-tiles.ts";
export { selectEntriesOfSignal } from "./read-ledger.ts";
export { RecordError } from "./record-error.ts";
export { createTurns } from "./turns.ts";
