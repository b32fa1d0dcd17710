/** A failure said in a toast: of an action, or of a form that is no longer there. */
import { toasts } from "#client/ui/toasts/toasts.ts";
import { type RefusalTexts, useFailureText } from "./failure-text.ts";
import type { FormFailure } from "./form-failure.ts";

export function useFailureToast(): (failure: FormFailure, refusals: RefusalTexts) => void {
  const textOf = useFailureText();
  return (failure, refusals) =>
    toasts.add({ severity: "error", summary: textOf(failure, refusals), life: 10_000 });
}
