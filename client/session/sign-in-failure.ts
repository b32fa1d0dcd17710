/** Why a sign-in did not work, as kinds that have a text each (`session.json`, `failure`). */
import { HttpError, isOwnFault, isTransient } from "#client/data/http-error.ts";

export type SignInFailure =
  /** Fields are not filled in as the contract asks. */
  | { readonly kind: "fields" }
  | { readonly kind: "passcodeRequired" }
  | { readonly kind: "noActiveAccount" }
  /** The account id or the passcode is wrong; the server does not say which. */
  | { readonly kind: "noMatch" }
  | { readonly kind: "throttled"; readonly seconds: number }
  | { readonly kind: "throttledForAWhile" }
  | { readonly kind: "upstreamUnreachable" }
  | { readonly kind: "upstreamTimeout" }
  /** The operator has not set the sign-in up. */
  | { readonly kind: "notConfigured" }
  | { readonly kind: "serverFault" }
  | { readonly kind: "offline" }
  /** A fault of the page itself, or something it needs that the browser lacks; `message` says what. */
  | { readonly kind: "ownFault"; readonly message: string }
  /** An answer that makes no sense, "Invalid tokens received" among them. */
  | { readonly kind: "unexpected" };

/** The failure behind what `session.signIn` rejected with. `hasPasscode`: one was sent. */
export function signInFailureOf(error: unknown, hasPasscode: boolean): SignInFailure {
  if (isOwnFault(error)) return { kind: "ownFault", message: String(error) };
  if (!(error instanceof HttpError)) return { kind: isTransient(error) ? "offline" : "unexpected" };
  switch (error.code) {
    case "passcode_required":
      return { kind: "passcodeRequired" };
    case "upstream_unreachable":
      return { kind: "upstreamUnreachable" };
    case "upstream_timeout":
      return { kind: "upstreamTimeout" };
    case "sign_in_not_configured":
      return { kind: "notConfigured" };
  }
  if (error.status === 429) {
    const seconds = error.retryAfterSeconds;
    return seconds === undefined ? { kind: "throttledForAWhile" } : { kind: "throttled", seconds };
  }
  // Django REST refuses credentials without a code, so the status decides.
  if (error.status === 401) return { kind: hasPasscode ? "noMatch" : "noActiveAccount" };
  if (error.status === 400) return { kind: "fields" };
  return { kind: error.status >= 500 ? "serverFault" : "unexpected" };
}
