/** A button that sends a request: one at a time, with errors shown in a toast. */
import { useRef, useState } from "react";
import { logOwnFault } from "#client/data/http-error.ts";
import { failureOf, type RefusalTexts, useFailureToast } from "./failure.ts";

export interface Action<Args extends readonly unknown[]> {
  readonly isBusy: boolean;
  /** Does nothing while a request is under way. */
  readonly run: (...args: Args) => void;
}

export function useAction<Args extends readonly unknown[]>(
  act: (...args: Args) => Promise<unknown>,
  refusalTexts: RefusalTexts = {},
): Action<Args> {
  const [isBusy, setIsBusy] = useState(false);
  const isUnderWay = useRef(false);
  const sayFailure = useFailureToast();

  async function run(...args: Args): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsBusy(true);
    try {
      await act(...args);
    } catch (error) {
      logOwnFault(error);
      sayFailure(failureOf(error), refusalTexts);
    } finally {
      isUnderWay.current = false;
      setIsBusy(false);
    }
  }

  return { isBusy, run: (...args) => void run(...args) };
}
