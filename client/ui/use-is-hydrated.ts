/** Whether the component is hydrated: false on the server and during hydration. */
import { useSyncExternalStore } from "react";

export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

function neverChanges(): () => void {
  return () => {};
}
