import { useSyncExternalStore } from "react";
import { MINUTE_MS } from "#shared/time/time-units.ts";

/**
 * Returns `read` of this device's current time, updated each minute. Null on the server and during hydration, because a cached
 * document may be older. The component renders again only when the value changes.
 */
export function useClock(read: (nowMs: number) => number | null): number | null {
  return useSyncExternalStore(
    eachMinute,
    () => read(Date.now()),
    () => null,
  );
}

function eachMinute(onMinute: () => void): () => void {
  const ticking = setInterval(onMinute, MINUTE_MS);
  return () => clearInterval(ticking);
}
