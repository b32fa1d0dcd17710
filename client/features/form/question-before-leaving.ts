/**
 * Asks before leaving a page would lose input: by `beforeunload` when the document unloads, by `LeaveQuestion` for a client
 * navigation.
 */
import { useEffect } from "react";
import { createStore, type Store } from "#client/ui/store.ts";
import { hasUnsavedInput } from "#client/ui/fields.ts";
import { LEAVING_MS } from "#shared/limits/browser.ts";

/** A form with unsaved input, or a secret that is shown only once. */
type Loss = HTMLFormElement | "shown once";

const present = new Set<Loss>();

const mayBeAny = createStore(false);

/** Whether the page shown may hold something that would be lost. */
export const losses: Pick<Store<boolean>, "current" | "subscribe"> = mayBeAny;

/**
 * Reads the fields at the time of the call: a form that was sent loses nothing, and one being sent reports its result in a
 * toast (`useForm`).
 */
export function wouldLose(): boolean {
  return [...present].some(isLost);
}

/**
 * True if nothing would be lost, or if the visitor accepts the loss when `ask` asks; after that there is no second question.
 */
export function mayLeave(ask: () => boolean): boolean {
  if (!wouldLose()) return true;
  const isAccepted = ask();
  if (isAccepted) present.clear();
  return isAccepted;
}

/** Suspends the question for `LEAVING_MS`, because the next document restores the forms' input. */
export function leaveWithForms(): void {
  if (present.has("shown once")) return;
  const carried = [...present];
  present.clear();
  setTimeout(() => {
    for (const loss of carried) if (loss !== "shown once" && loss.isConnected) present.add(loss);
  }, LEAVING_MS);
}

function isLost(loss: Loss): boolean {
  return loss === "shown once" || (!loss.matches('[aria-busy="true"]') && hasUnsavedInput(loss));
}

/** Registers `loss` while the component is mounted; null registers nothing. */
export function useQuestionBeforeLeaving(loss: Loss | null): void {
  useEffect(() => {
    if (loss === null) return undefined;
    const listening = new AbortController();
    const ask = (event: Event) => {
      if (present.has(loss)) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask, listening);
    present.add(loss);
    mayBeAny.set(true);
    return () => {
      listening.abort();
      present.delete(loss);
      mayBeAny.set(present.size > 0);
    };
  }, [loss]);
}
