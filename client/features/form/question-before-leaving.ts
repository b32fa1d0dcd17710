/** Asks before something is lost with the page it is on: the browser itself for a document, `LeaveQuestion` for a page of it. */
import { useEffect } from "react";
import { createStore, type Store } from "#client/ui/store.ts";
import { hasUnsavedInput } from "#client/ui/fields.ts";
import { LEAVING_MS } from "#shared/limits/browser.ts";

/** What was entered into a form, or something that is shown only once. */
type Loss = HTMLFormElement | "shown once";

const present = new Set<Loss>();

const mayBeAny = createStore(false);

/** Whether the page shown may hold something that would be lost. */
export const losses: Pick<Store<boolean>, "current" | "subscribe"> = mayBeAny;

/** Fields are looked at now: a form just sent loses nothing, and one on its way says elsewhere what became of it (`useForm`). */
export function wouldLose(): boolean {
  return [...present].some(isLost);
}

/** True where nothing would be lost, or where the visitor, asked by `ask`, accepts it, and is not asked again. */
export function mayLeave(ask: () => boolean): boolean {
  if (!wouldLose()) return true;
  const isAccepted = ask();
  if (isAccepted) present.clear();
  return isAccepted;
}

/** Nothing is asked for a while about what forms hold now: it is carried over to the document that is about to be loaded. */
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

/** Holds as long as `loss` is on the page; null is nothing to lose. */
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
