/** Sends staged outcomes one after the other, so that each gets its own ledger entry or its own refusal. */
import { useState } from "react";
import { useData } from "#client/data/data-provider.tsx";
import { HttpError, logOwnFault } from "#client/data/http-error.ts";
import { failureOf, type FormFailure } from "#client/features/form/failure.ts";
import { type Signal, SignalDetail } from "#shared/contracts/signals.ts";
import { createRepeatKey } from "./repeat-key.ts";
import { SIGNAL_LISTS, useRefresh } from "./staff-forms.tsx";

interface Act {
  readonly signal: Signal;
  readonly verb: "settle" | "void";
  readonly body: unknown;
}

interface SentAll {
  /** How many are on the record. */
  readonly done: number;
  /** By signal id. */
  readonly failed: ReadonlyMap<string, FormFailure>;
}

/**
 * Returns a function that sends all. It continues after a refusal, which concerns only its own signal, and stops at a failure that
 * the others would meet too. A signal that is sent again keeps its idempotency key.
 */
export function useSendStaged() {
  const { http } = useData();
  const refresh = useRefresh();
  const [keys] = useState(() => new Map<string, ReturnType<typeof createRepeatKey>>());
  return async (acts: readonly Act[], onDone: (signal: Signal, done: number) => void): Promise<SentAll> => {
    const failed = new Map<string, FormFailure>();
    let done = 0;
    for (const { signal, verb, body } of acts) {
      const key = keys.get(signal.id) ?? createRepeatKey();
      keys.set(signal.id, key);
      try {
        const path = `/api/admin/signals/${signal.id}/${verb}/`;
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await http.send("POST", path, body, SignalDetail, { idempotencyKey: key.of(body) });
        done += 1;
        onDone(signal, done);
      } catch (error) {
        logOwnFault(error);
        failed.set(signal.id, failureOf(error));
        if (!(error instanceof HttpError && [400, 404, 409].includes(error.status))) break;
      }
    }
    refresh(...SIGNAL_LISTS);
    return { done, failed };
  };
}
