/** The number of new signals of the shown list that wait for a press, for the title of the tab. */
import { useEffect, useSyncExternalStore } from "react";
import { createStore } from "#client/ui/store.ts";

const unseen = createStore(0);

export function useUnseenCount(): number {
  return useSyncExternalStore(unseen.subscribe, unseen.current, () => 0);
}

/** Publishes the number while the list is shown. */
export function useTellUnseen(count: number): void {
  useEffect(() => {
    unseen.set(count);
    return () => unseen.set(0);
  }, [count]);
}
