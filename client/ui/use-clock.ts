import { useSyncExternalStore } from "react";
import { MINUTE_MS } from "#shared/time/time-units.ts";

/**
 * Returns what `read` makes of the present time by this device's clock, updated each minute; null on the server and during
 * hydration, because a document may be older than the time it would state. Only another value renders the component again.
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
