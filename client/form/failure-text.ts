/** The sentence for a failure. */
import { useTranslation } from "#client/i18n/translation.tsx";
import type { FormFailure } from "./form-failure.ts";

/** What to say to a refusal by its code; the rest gets a sentence that fits any. */
export type RefusalTexts = Readonly<Record<string, string>>;

export function useFailureText(): (failure: FormFailure, refusals?: RefusalTexts) => string {
  const { t } = useTranslation(["common", "session"]);
  return (failure, refusals = {}) => {
    switch (failure.kind) {
      case "fields":
        return t("common:form.check");
      case "refused":
        return refusals[failure.code] ?? t("common:form.refused");
      case "throttled":
        return t("session:failure.throttled", { count: failure.seconds });
      case "ownFault":
        return t("session:failure.ownFault", { message: failure.message });
      case "throttledForAWhile":
      case "serverFault":
      case "offline":
      case "unexpected":
        return t(`session:failure.${failure.kind}`);
    }
  };
}
