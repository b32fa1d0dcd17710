/** Tells why a sign-in did not work, or what it needs next. */
import { useTranslation } from "react-i18next";
import type { SignInFailure } from "./sign-in-failure.ts";

/** Somebody is told how to go on. */
const IS_NO_FAULT: ReadonlySet<SignInFailure["kind"]> = new Set([
  "passcodeRequired",
  "passkeyRequired",
  "passkeyDeclined",
  "signUpDeclined",
]);

/** Whether nothing is wrong: the server asks for one thing more. */
export function isStep(failure: SignInFailure | null): boolean {
  return failure?.kind === "passcodeRequired" || failure?.kind === "passkeyRequired";
}

export function SignInFailureText({ failure }: { readonly failure: SignInFailure }) {
  const { t } = useTranslation(["session", "passkey"]);
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
    return t(`session:failure.${kind}`);
  }
}
