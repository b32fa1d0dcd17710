/** The sentence for a failed sign-in. */
import { useTranslation } from "#client/i18n/translation.tsx";
import type { SignInFailure } from "./sign-in-failure.ts";

export function SignInFailureText({ failure }: { readonly failure: SignInFailure }) {
  const { t } = useTranslation("session");
  return <p className="form__error">{text()}</p>;

  function text(): string {
    if (failure.kind === "throttled") return t("failure.throttled", { count: failure.seconds });
    if (failure.kind === "ownFault") return t("failure.ownFault", { message: failure.message });
    return t(`failure.${failure.kind}`);
  }
}
