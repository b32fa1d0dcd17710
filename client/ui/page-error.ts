/**
 * What the error page shows, from whatever was thrown.
 *
 * Status defaults to 500; a provided status message replaces the default title for codes other
 * than 404; the description is the error's message. The message of an unexpected error tells people little and stands beneath
 * a sentence that does. A server hands on none: it may hold internals.
 */
import { isRouteErrorResponse } from "react-router";
import { createStore, type Store } from "#client/ui/store.ts";
import { DEFAULT_ERROR_STATUS, MAX_PAGE_ERROR_CHARACTERS } from "#shared/limits/browser.ts";

export interface PageError {
  readonly status: number;
  /** Replaces the default title where given; not for 404. */
  readonly statusMessage?: string | undefined;
  /** Replaces the default sentence where given; not for 404. */
  readonly description?: string | undefined;
  /** Of an unexpected error: stands beneath the default sentence. */
  readonly message?: string | undefined;
  /** Names the failed request in the log. */
  readonly requestId?: string;
  /** Why, where the reader can know: a part of the page could not be loaded. Key of `reason` in the shell's texts. */
  readonly reason?: "partMissing";
}

/** Put on an error that a failed part has thrown, so that the error page can tell the reason. */
export const PART_MISSING = { reason: "partMissing" } as const satisfies Partial<PageError>;

/** True for the failed `import()` of a part of the page, which is marked so before whoever asked for it hears of it. */
export function isPartMissing(error: unknown): boolean {
  return error instanceof Error && "reason" in error && error.reason === PART_MISSING.reason;
}

export function toPageError(thrown: unknown): PageError {
  if (isRouteErrorResponse(thrown)) return carried(thrown.status, thrown.statusText, thrown.data);
  if (isPageError(thrown)) return thrown;
  if (!(thrown instanceof Error)) return { status: DEFAULT_ERROR_STATUS, message: textOf(thrown) };
  const { status, statusMessage, reason, message }: StatusError = thrown;
  if (reason === PART_MISSING.reason) return { status: DEFAULT_ERROR_STATUS, ...PART_MISSING };
  if (isStatus(status)) return carried(status, statusMessage, message);
  return { status: DEFAULT_ERROR_STATUS, message: textOf(message) };
}

/** What whoever throws may have put on an error. */
type StatusError = Error & Readonly<Partial<Record<"status" | "statusMessage" | "reason", unknown>>>;

function carried(status: number, statusMessage: unknown, description: unknown): PageError {
  return { status, statusMessage: textOf(statusMessage), description: textOf(description) };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value ? value.slice(0, MAX_PAGE_ERROR_CHARACTERS) : undefined;
}

function isStatus(value: unknown): value is number {
  return Number.isInteger(value);
}

function isPageError(value: unknown): value is PageError {
  return (
    typeof value === "object" &&
    value !== null &&
    !(value instanceof Error) &&
    "status" in value &&
    isStatus(value.status)
  );
}

interface ApplicationError extends Pick<Store<PageError | null>, "current" | "subscribe"> {
  /** The first error stands until it is cleared; those that follow from it are passed over. */
  readonly report: (thrown: unknown) => void;
  /** The page it happened on has been left. */
  readonly clear: () => void;
}

/**
 * The application's error: while there is one, the error page stands in the place of the page. What a
 * page throws is the router's; this holds what has gone wrong around it, above all while mounting. Only a browser sets it.
 */
export const applicationError: ApplicationError = createApplicationError();

export function createApplicationError(): ApplicationError {
  const { current, set, subscribe } = createStore<PageError | null>(null);
  return {
    current,
    report: (thrown) => set(current() ?? toPageError(thrown)),
    clear: () => set(null),
    subscribe,
  };
}
