/** A failure said in a toast, the same one not twice: of an action, or of a form that is no longer there. */
import { toasts } from "#client/ui/toasts/toasts.ts";
import { type RefusalTexts, useFailureText } from "./failure-text.ts";
import type { FormFailure } from "./form-failure.ts";

export function useFailureToast(): (failure: FormFailure, refusals: RefusalTexts) => void {
  const textOf = useFailureText();
  return (failure, refusals) => {
    const summary = textOf(failure, refusals);
    toasts.add({ id: summary, severity: "error", summary, life: 10_000 });
  };
}
