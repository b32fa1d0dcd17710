/** A value that changes often, for those who should hear of it seldom. */
import { useEffect, useRef, useState } from "react";

/** Follows `value`: its first change at once, further ones at least `everyMs` after the one before. */
export function useCalm<Value extends string>(value: Value, everyMs: number): Value {
  const [calm, setCalm] = useState(value);
  const changedAtMs = useRef(-Infinity);
  useEffect(() => {
    if (value === calm) return;
    const waitMs = Math.max(0, changedAtMs.current + everyMs - performance.now());
    const timer = setTimeout(() => {
      changedAtMs.current = performance.now();
      setCalm(value);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [value, calm, everyMs]);
  return calm;
}
