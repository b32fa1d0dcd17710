/** A button that asks something of the API: once at a time, and what goes wrong is said in a toast. */
import { useRef, useState } from "react";
import { logOwnFault } from "#client/data/http-error.ts";
import { failureOf, type RefusalTexts, useFailureToast } from "./failure.ts";

export interface Action {
  readonly isBusy: boolean;
  /** Does nothing while it is under way. */
  readonly run: () => void;
}

export function useAction(act: () => Promise<unknown>, refusalTexts: RefusalTexts = {}): Action {
  const [isBusy, setIsBusy] = useState(false);
  const isUnderWay = useRef(false);
  const sayFailure = useFailureToast();

  async function run(): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsBusy(true);
    try {
      await act();
    } catch (error) {
      logOwnFault(error);
      sayFailure(failureOf(error), refusalTexts);
    } finally {
      isUnderWay.current = false;
      setIsBusy(false);
    }
  }

  return { isBusy, run: () => void run() };
}
