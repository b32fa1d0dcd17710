/**
 * Converts any thrown value to the content of the error page.
 *
 * The status defaults to 500; a status message replaces the default title, except for 404; the description is the error's
 * message. The message of an unexpected error is of little use to visitors and is shown below a general sentence. A server
 * omits it, because it may contain internals.
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
  /** Message of an unexpected error: shown below the default sentence. */
  readonly message?: string | undefined;
  /** Id of the failed request in the log. */
  readonly requestId?: string;
  /** The reason, if it helps the reader: a part of the page could not be loaded. Key of `reason` in the shell's texts. */
  readonly reason?: "partMissing";
}

/** Assigned to an error of a failed part, so that the error page can show the reason. */
export const PART_MISSING = { reason: "partMissing" } as const satisfies Partial<PageError>;

/** True for the failed `import()` of a part of the page; it is marked before its promise rejects. */
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

/** Properties that the throwing code may have set on an error. */
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
  /** Keeps the first error until it is cleared; ignores later ones, which it usually caused. */
  readonly report: (thrown: unknown) => void;
  /** To be called when the visitor leaves the page on which it happened. */
  readonly clear: () => void;
}

/**
 * The application's error: while it is set, the error page replaces the page. The router holds errors that a page throws; this
 * holds errors around it, above all while mounting. Never set on the server.
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
