/** The sentence for a failed sign-in. */
import { useTranslation } from "#client/i18n/translation.tsx";
import type { SignInFailure } from "./sign-in-failure.ts";

export function SignInFailureText({ failure }: { readonly failure: SignInFailure }) {
  const { t } = useTranslation("session");
  const text =
    failure.kind === "throttled"
      ? t("failure.throttled", { count: failure.seconds })
      : t(`failure.${failure.kind}`);
  return <p className="form__error">{text}</p>;
}
