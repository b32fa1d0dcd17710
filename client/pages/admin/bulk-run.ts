/** One act on several signals: sent one after the other, so that each gets its own ledger entry or its own error. */
import { useEffect, useRef, useState } from "react";
import { logOwnFault } from "#client/data/http-error.ts";
import { useData } from "#client/data/data-provider.tsx";
import { failureOf, type FormFailure } from "#client/features/form/failure.ts";
import { type Signal, SignalDetail } from "#shared/contracts/signals.ts";
import { createRepeatKey } from "./repeat-key.ts";
import { SIGNAL_LISTS, useRefresh } from "./staff-forms.tsx";

export type BulkVerb = "settle" | "void";

export interface BulkRequest {
  readonly verb: BulkVerb;
  /** The request body for a signal. */
  readonly bodyOf: (signal: Signal) => unknown;
}

/** Result of one signal: its failure, or null if it succeeded. */
export type Sent = FormFailure | null;

/** By signal id, for the signals that were sent. */
export type Results = ReadonlyMap<string, Sent>;

type Send = (signal: Signal) => Promise<unknown>;

interface Sending {
  readonly send: Send;
  readonly onSent: (signal: Signal, sent: Sent) => void;
  /** Called before each request. */
  readonly isStopped: () => boolean;
}

/**
 * Sends a request for each signal in turn. After a refusal, which concerns only its own signal, it continues with the next; it
 * stops at a failure that would affect all others as well, such as a lost network. Signals that were not sent have no result.
 */
export async function sendEach(signals: readonly Signal[], { send, onSent, isStopped }: Sending) {
  for (const signal of signals) {
    if (isStopped()) return;
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await send(signal);
      onSent(signal, null);
    } catch (error) {
      logOwnFault(error);
      const failure = failureOf(error);
      onSent(signal, failure);
      if (mayRepeat(failure)) return;
    }
  }
}

/** True if sending again may succeed: the request was not refused. */
export function mayRepeat(sent: Sent | undefined): boolean {
  return sent === undefined || (sent !== null && sent.kind !== "refused" && sent.kind !== "fields");
}

export interface BulkRun {
  readonly isRunning: boolean;
  readonly results: Results;
  /** Sends for these signals; a repeated signal keeps its idempotency key. */
  readonly start: (request: BulkRequest, signals: readonly Signal[]) => void;
  /** Sends no more requests after the pending one. */
  readonly stop: () => void;
}

/** If the page is left during a run, the run stops and `onLeft` gets the results. */
export function useBulkRun(onLeft: (results: Results) => void): BulkRun {
  const { http } = useData();
  const refresh = useRefresh();
  const [results, setResults] = useState<Results>(new Map());
  const [isRunning, setIsRunning] = useState(false);
  const [keys] = useState(() => new Map<string, ReturnType<typeof createRepeatKey>>());
  const ending = useRef<"stopped" | "left" | null>(null);
  useEffect(() => {
    ending.current = null;
    return () => void (ending.current = "left");
  }, []);

  async function run({ verb, bodyOf }: BulkRequest, signals: readonly Signal[]): Promise<void> {
    let sent = results;
    ending.current = null;
    setIsRunning(true);
    await sendEach(signals, {
      isStopped: () => ending.current !== null,
      onSent: (signal, result) => setResults((sent = new Map(sent).set(signal.id, result))),
      send(signal) {
        const key = keys.get(signal.id) ?? createRepeatKey();
        keys.set(signal.id, key);
        const body = bodyOf(signal);
        const path = `/api/admin/signals/${signal.id}/${verb}/`;
        return http.send("POST", path, body, SignalDetail, { idempotencyKey: key.of(body) });
      },
    });
    setIsRunning(false);
    refresh(...SIGNAL_LISTS);
    if (isLeft()) onLeft(sent);
  }

  /** A function, because the ref changes during an `await` and TypeScript would narrow a direct comparison. */
  function isLeft(): boolean {
    return ending.current === "left";
  }

  return {
    isRunning,
    results,
    start: (request, signals) => void run(request, signals),
    stop: () => void (ending.current = "stopped"),
  };
}
