import { useEffect, useState } from "react";
import { MINUTE_MS } from "#shared/time-units.ts";

/** The time by this device's clock, in milliseconds, updated each minute. */
export function useMinute(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const ticking = setInterval(() => setNowMs(Date.now()), MINUTE_MS);
    return () => clearInterval(ticking);
  }, []);
  return nowMs;
}
