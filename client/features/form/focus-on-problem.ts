/** Focus after a refused submission. */
import { useEffect } from "react";

/** Moves the focus to the first invalid field in document order, whenever `refusals` grows. */
export function useFocusOnProblem(form: HTMLFormElement | null, refusals: number): void {
  useEffect(() => {
    if (refusals > 0) form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, refusals]);
}
