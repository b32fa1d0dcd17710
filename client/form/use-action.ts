/** A button that asks something of the API: once at a time, and what goes wrong is said in a toast. */
import { useRef, useState } from "react";
import { toasts } from "#client/ui/toasts/toasts.ts";
import { type RefusalTexts, useFailureText } from "./failure-text.ts";
import { failureOf } from "./form-failure.ts";

export interface Action {
  readonly isBusy: boolean;
  /** Does nothing while it is under way. */
  readonly run: () => void;
}

export function useAction(act: () => Promise<unknown>, refusalTexts: RefusalTexts = {}): Action {
  const [isBusy, setIsBusy] = useState(false);
  const isUnderWay = useRef(false);
  const textOf = useFailureText();

  async function run(): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsBusy(true);
    try {
      await act();
    } catch (error) {
      toasts.add({ severity: "error", summary: textOf(failureOf(error), refusalTexts), life: 10_000 });
    } finally {
      isUnderWay.current = false;
      setIsBusy(false);
    }
  }

  return { isBusy, run: () => void run() };
}
