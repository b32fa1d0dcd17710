/** Instants as transmitted, and as the ledger writes them. */
import * as v from "valibot";

/** The one spelling the ledger uses: UTC with milliseconds. */
export const LedgerInstant = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/));

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** Whether a text is an ISO 8601 instant with a zone and a valid date that the ledger can represent. */
export function isInstant(text: string): boolean {
  const atMs = Date.parse(text);
  if (!INSTANT.test(text) || !isCalendarDate(text.slice(0, 10)) || Number.isNaN(atMs)) return false;
  // In UTC, the last day of 9999 can fall into a year with five digits, and the first of 0000 into the year before.
  return v.is(LedgerInstant, new Date(atMs).toISOString());
}

/** `Date.parse` turns 31 February into a day in March; a filter must not. */
export function isCalendarDate(date: string): boolean {
  const at = Date.parse(date);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date);
}

/** ISO 8601 instant with a zone, as milliseconds since the epoch. */
export const SentInstant = v.pipe(
  v.string("must be text"),
  v.check(isInstant, "must be an ISO 8601 instant with a zone"),
  v.transform((text) => Date.parse(text)),
);
