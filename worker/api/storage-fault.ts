/** Tells a database or a Durable Object that does not serve from a defect of ours. */
import { causeOf } from "#worker/http/logger.ts";

/**
 * True for what D1 and Durable Objects throw where they cannot serve: full, overloaded, restarted, out of reach, or not
 * brought to this version's schema. A broken constraint is none: that is a write that should have been refused before.
 */
export function isStorageFault(thrown: unknown): boolean {
  const error = causeOf(thrown);
  if (!(error instanceof Error)) return false;
  if (error.message.startsWith("D1_")) return !error.message.includes("SQLITE_CONSTRAINT");
  // The platform's words where it keeps its own to itself, a disk that is full among them.
  if (error.message.startsWith("internal error; reference = ")) return true;
  return ["remote", "retryable", "overloaded", "durableObjectReset"].some(
    (mark) => Reflect.get(error, mark) === true,
  );
}

/** True for a storage fault that the same statement meets again: what it names is not there, or it is malformed. */
export function isLastingFault(thrown: Error): boolean {
  const error = causeOf(thrown);
  return error instanceof Error && error.message.includes("SQLITE_ERROR");
}

/** True where a statement names a table that the database does not have. */
export function isMissingTable(thrown: unknown): boolean {
  const error = causeOf(thrown);
  return error instanceof Error && error.message.includes("no such table");
}
