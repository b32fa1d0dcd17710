/** Has the browser ask before it leaves a document in which something would be lost. */
import { useEffect } from "react";

export function useQuestionBeforeUnload(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return undefined;
    const listening = new AbortController();
    window.addEventListener("beforeunload", (event) => event.preventDefault(), listening);
    return () => listening.abort();
  }, [isNeeded]);
}
