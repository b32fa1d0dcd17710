/** Structured logs: one JSON object per line. Never tokens, passcodes, account ids or addresses in clear. */
import { DrizzleQueryError } from "drizzle-orm/errors";

/** `event` names what happened in lower snake case; `requestId` links the lines of one request. */
export interface LogEntry {
  readonly level: "info" | "warn" | "error";
  readonly event: string;
  readonly requestId?: string;
  readonly [detail: string]: unknown;
}

export type Log = (entry: LogEntry) => void;

/** Writes to the console that the platform collects. */
export const logToConsole: Log = (entry) => {
  console[entry.level](JSON.stringify(entry));
};

/** Name, message and stack of a thrown value, for a log entry; never for an answer. */
export function describeError(thrown: unknown): { name: string; message: string; stack?: string } {
  const error = causeOf(thrown);
  if (!(error instanceof Error)) return { name: "unknown", message: String(error) };
  return { name: error.name, message: error.message, ...(error.stack ? { stack: error.stack } : {}) };
}

/** The database's message for a failed query: Drizzle's own message contains the query's parameters, which must not be logged. */
export function causeOf(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? error.cause : error;
}
