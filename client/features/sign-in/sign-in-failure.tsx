/** Why a sign-in failed, or what it needs next, and the text that says so. */
import { useTranslation } from "react-i18next";
import { HttpError, isOwnFault, isTransient } from "#client/data/http-error.ts";
import { useRuntimeConfig, useSiteText } from "#client/data/runtime-config.tsx";
import type { FieldsFailure } from "#client/features/form/failure.ts";

/** Turnstile gives no token. */
export class ChallengeFailed extends Error {
  override readonly name = "ChallengeFailed";
}

/** Kinds of failed sign-ins, each with a text of its own (`session.json`, `failure`). */
export type SignInFailure =
  | FieldsFailure
  | { readonly kind: "passcodeRequired" }
  /** The passcode is right, and the account signs in by its passkey. */
  | { readonly kind: "passkeyRequired" }
  /** The server knows no such passkey, or its account is not active. */
  | { readonly kind: "passkeyRefused" }
  /** The browser gave no answer of a passkey (`PasskeyDeclined`). */
  | { readonly kind: "passkeyDeclined" }
  /** The browser created no passkey for a newcomer. */
  | { readonly kind: "signUpDeclined" }
  /** The server refused to create an account with a new passkey; it does not say why. */
  | { readonly kind: "signUpRefused" }
  | { readonly kind: "noActiveAccount" }
  /** The account id or the passcode is wrong; the server does not say which. */
  | { readonly kind: "noMatch" }
  | { readonly kind: "throttled"; readonly seconds: number }
  | { readonly kind: "throttledForAWhile" }
  | { readonly kind: "upstreamUnreachable" }
  | { readonly kind: "upstreamTimeout" }
  /** Turnstile gave no token, or the server did not accept it. */
  | { readonly kind: "challengeFailed" }
  /** The operator has not configured sign-in. */
  | { readonly kind: "notConfigured" }
  | { readonly kind: "serverFault" }
  | { readonly kind: "offline" }
  /** A bug in the page, or a missing browser capability; `message` names it. */
  | { readonly kind: "ownFault"; readonly message: string }
  /** An answer that makes no sense, "Invalid tokens received" among them. */
  | { readonly kind: "unexpected" };

/** Classifies the error that `session.signIn` rejected with. `hasPasscode`: a passcode or a passkey was sent. */
export function signInFailureOf(error: unknown, hasPasscode: boolean): SignInFailure {
  if (error instanceof ChallengeFailed) return { kind: "challengeFailed" };
  if (isOwnFault(error)) return { kind: "ownFault", message: String(error) };
  if (!(error instanceof HttpError)) return { kind: isTransient(error) ? "offline" : "unexpected" };
  switch (error.code) {
    case "passcode_required":
      return { kind: "passcodeRequired" };
    case "challenge_failed":
      return { kind: "challengeFailed" };
    case "passkey_required":
      return { kind: "passkeyRequired" };
    case "upstream_unreachable":
      return { kind: "upstreamUnreachable" };
    case "upstream_timeout":
      return { kind: "upstreamTimeout" };
    case "sign_in_not_configured":
    case "database_not_migrated":
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

/** Kinds that only tell the visitor how to go on. */
const IS_NO_FAULT: ReadonlySet<SignInFailure["kind"]> = new Set([
  "passcodeRequired",
  "passkeyRequired",
  "passkeyDeclined",
  "signUpDeclined",
]);

/** True if there is no error: the server only asks for one more thing. */
export function isStep(failure: SignInFailure | null): boolean {
  return failure?.kind === "passcodeRequired" || failure?.kind === "passkeyRequired";
}

export function SignInFailureText({ failure }: { readonly failure: SignInFailure }) {
  const { t } = useTranslation(["session", "passkey"]);
  const { signUp } = useRuntimeConfig();
  const siteText = useSiteText();
  return <p className={IS_NO_FAULT.has(failure.kind) ? "callout" : "form__error"}>{text()}</p>;

  function text(): string {
    const { kind } = failure;
    if (kind === "throttled") return t("session:failure.throttled", { count: failure.seconds });
    if (kind === "ownFault") return t("session:failure.ownFault", { message: failure.message });
    if (
      kind === "passkeyRequired" ||
      kind === "passkeyRefused" ||
      kind === "passkeyDeclined" ||
      kind === "signUpDeclined" ||
      kind === "signUpRefused"
    ) {
      return t(`passkey:failure.${kind}`);
    }
    if (kind === "passcodeRequired" && signUp === "open") return t("session:failure.passcodeOrNew");
    return siteText(t(`session:failure.${kind}`));
  }
}
