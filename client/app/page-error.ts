/**
 * What the error page shows, from whatever was thrown.
 *
 * Source: spec section 2. Status defaults to 500; a provided status message replaces the default title for codes other
 * than 404; the description is the error's message. The message of an unexpected error is never shown: it may hold
 * internals.
 */
import { isRouteErrorResponse } from "react-router";
import { DEFAULT_ERROR_STATUS } from "#shared/limits.ts";

export interface PageError {
  readonly status: number;
  /** Replaces the default title where given; not for 404. */
  readonly statusMessage?: string;
  /** Names the failed request in the log. */
  readonly requestId?: string;
  /** Why, where the reader can know: a part of the page could not be loaded. Key of `reason` in the shell's texts. */
  readonly reason?: "partMissing";
}

/** Put on an error that a failed part has thrown, so that the error page can tell the reason. */
export const PART_MISSING = { reason: "partMissing" } as const satisfies Partial<PageError>;

export function toPageError(thrown: unknown): PageError {
  if (isRouteErrorResponse(thrown)) return { status: thrown.status };
  if (isPageError(thrown)) return thrown;
  const isPartMissing =
    thrown instanceof Error && "reason" in thrown && thrown.reason === PART_MISSING.reason;
  return { status: DEFAULT_ERROR_STATUS, ...(isPartMissing ? PART_MISSING : {}) };
}

function isPageError(value: unknown): value is PageError {
  return (
    typeof value === "object" &&
    value !== null &&
    !(value instanceof Error) &&
    "status" in value &&
    Number.isInteger(value.status)
  );
}
