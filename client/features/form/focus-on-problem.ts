/** Moves the focus to what is wrong in a form. */
import { useEffect } from "react";

/** To the first field that is wrong, in the order of the page, at each new number of `refusals`; 0 is none. */
export function useFocusOnProblem(form: HTMLFormElement | null, refusals: number): void {
  useEffect(() => {
    if (refusals > 0) form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, refusals]);
}
