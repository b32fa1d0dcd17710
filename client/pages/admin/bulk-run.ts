/** One act on several signals: sent one after the other, so that each is on the record by its own entry or says why it is not. */
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
  /** What is sent for a signal. */
  readonly bodyOf: (signal: Signal) => unknown;
}

/** What came of one signal; null where it was done. */
export type Sent = FormFailure | null;

/** By the signal's id, of those that were sent. */
export type Results = ReadonlyMap<string, Sent>;

type Send = (signal: Signal) => Promise<unknown>;

interface Sending {
  readonly send: Send;
  readonly onSent: (signal: Signal, sent: Sent) => void;
  /** Asked before each. */
  readonly isStopped: () => boolean;
}

/**
 * Sends for each signal in turn. A refusal is about its signal alone, and the next one follows; what would meet every other as well ends
 * it, as a network that is gone: what was not sent stays without a result.
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

/** Whether the same may do better when it is sent again: it was not refused. */
export function mayRepeat(sent: Sent | undefined): boolean {
  return sent === undefined || (sent !== null && sent.kind !== "refused" && sent.kind !== "fields");
}

export interface BulkRun {
  readonly isRunning: boolean;
  readonly results: Results;
  /** Sends for these, each by the key that it was first sent by. */
  readonly start: (request: BulkRequest, signals: readonly Signal[]) => void;
  /** No other is sent after the one that is on its way. */
  readonly stop: () => void;
}

/** `onLeft` is told what came of it where the page has gone meanwhile; nothing more is sent then. */
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

  /** Apart, as it changes while something is awaited. */
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
