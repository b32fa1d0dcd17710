/** Why what a member sent was not done, as kinds that have a text each. */
import { HttpError, isOwnFault, isTransient } from "#client/data/http-error.ts";

export type FormFailure =
  /** Fields are not filled in as the contract asks. */
  | { readonly kind: "fields" }
  /** The server says no by a code of its own (see the contracts' problem codes). */
  | { readonly kind: "refused"; readonly code: string }
  | { readonly kind: "throttled"; readonly seconds: number }
  | { readonly kind: "throttledForAWhile" }
  | { readonly kind: "serverFault" }
  | { readonly kind: "offline" }
  /** A fault of the page itself, or something it needs that the browser lacks; `message` says what. */
  | { readonly kind: "ownFault"; readonly message: string }
  /** An answer that makes no sense. */
  | { readonly kind: "unexpected" };

/** The failure behind what a call of `Http` rejected with. */
export function failureOf(error: unknown): FormFailure {
  if (isOwnFault(error)) return { kind: "ownFault", message: String(error) };
  if (!(error instanceof HttpError)) return { kind: isTransient(error) ? "offline" : "unexpected" };
  if (error.status === 429) {
    const seconds = error.retryAfterSeconds;
    return seconds === undefined ? { kind: "throttledForAWhile" } : { kind: "throttled", seconds };
  }
  if (error.fields) return { kind: "fields" };
  if (error.status >= 400 && error.status < 500) return { kind: "refused", code: error.code };
  return { kind: error.status >= 500 ? "serverFault" : "unexpected" };
}
