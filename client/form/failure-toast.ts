/** A failure said in a toast, the same one not twice: of an action, or of a form that is no longer there. */
import { toasts } from "#client/ui/toasts/toast-store.ts";
import { type RefusalTexts, useFailureText } from "./failure-text.ts";
import type { FormFailure } from "./form-failure.ts";

let last = { summary: "", id: "" };

export function useFailureToast(): (failure: FormFailure, refusals: RefusalTexts) => void {
  const textOf = useFailureText();
  return (failure, refusals) => {
    const summary = textOf(failure, refusals);
    // Anew, and not in the place of the one before: what stands already is not announced again.
    if (last.summary === summary) toasts.remove(last.id);
    last = { summary, id: toasts.add({ severity: "error", summary, life: 10_000 }) };
  };
}
