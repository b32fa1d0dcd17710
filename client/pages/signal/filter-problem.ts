/** Which filter the API could not read. */
import { HttpError } from "#client/data/http-error.ts";

export const FILTERS = ["trader", "asset", "outcome", "from", "to"] as const;
export type Filter = (typeof FILTERS)[number];

/** The filter to blame, `other` for what no field of the form holds, null for any other failure. */
export type FilterProblem = Filter | "other" | null;

export function readFilterProblem(error: unknown): FilterProblem {
  if (!(error instanceof HttpError) || error.status !== 400) return null;
  return FILTERS.find((name) => error.fields?.[name]) ?? "other";
}
