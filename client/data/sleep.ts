/** Resolves after so many milliseconds; rejects with the signal's reason as soon as it aborts. */
export function sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(settle, delayMs);
    signal?.addEventListener("abort", settle, { once: true });
    if (signal?.aborted) settle();

    function settle(): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", settle);
      if (signal?.aborted) reject(abortReason(signal));
      else resolve();
    }
  });
}

function abortReason(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new DOMException("Aborted", "AbortError");
}
