/** Distinguishes a database or Durable Object that fails from a bug of this code. */
import { causeOf } from "#worker/http/logger.ts";

/**
 * True for what D1 and Durable Objects throw if they cannot serve: full, overloaded, restarted, unreachable, or without this
 * version's schema. A violated constraint does not count: such a write should have been refused before.
 */
export function isStorageFault(thrown: unknown): boolean {
  const error = causeOf(thrown);
  if (!(error instanceof Error)) return false;
  if (error.message.startsWith("D1_")) return !error.message.includes("SQLITE_CONSTRAINT");
  // The platform's message if it does not disclose its own error, a full disk for example.
  if (error.message.startsWith("internal error; reference = ")) return true;
  return ["remote", "retryable", "overloaded", "durableObjectReset"].some(
    (mark) => Reflect.get(error, mark) === true,
  );
}

/**
 * True for a storage fault that repeating the statement cannot cure: it names something that does not exist, or it is
 * malformed.
 */
export function isLastingFault(thrown: Error): boolean {
  const error = causeOf(thrown);
  return error instanceof Error && error.message.includes("SQLITE_ERROR");
}

/** True if a statement names a table that the database does not have. */
export function isMissingTable(thrown: unknown): boolean {
  const error = causeOf(thrown);
  return error instanceof Error && error.message.includes("no such table");
}
