/** Asks before something is lost with the page it is on: the browser itself for a document, `askBeforeLeaving` for a page of it. */
import { useEffect } from "react";
import { hasUnsavedInput } from "./unsaved-input.ts";

/** What would be lost: what was entered into a form, or for null something that is shown only once. */
const losses = new Set<HTMLFormElement | null>();

/**
 * True while the page shown holds something that would be lost. Fields are looked at now: a form just sent loses nothing, and
 * one on its way says elsewhere what became of it (`useForm`).
 */
export function wouldLose(): boolean {
  const isEntered = (form: HTMLFormElement) => form.ariaBusy !== "true" && hasUnsavedInput(form);
  return [...losses].some((form) => form === null || isEntered(form));
}

/** Holds while `isNeeded`; `form` as in `losses`. */
export function useQuestionBeforeLeaving(isNeeded: boolean, form: HTMLFormElement | null): void {
  useEffect(() => {
    if (!isNeeded) return undefined;
    const listening = new AbortController();
    window.addEventListener("beforeunload", (event) => event.preventDefault(), listening);
    losses.add(form);
    return () => {
      listening.abort();
      losses.delete(form);
    };
  }, [isNeeded, form]);
}
