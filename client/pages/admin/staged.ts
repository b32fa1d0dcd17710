/**
 * Outcomes that staff have chosen in the queue and not sent yet, with what they typed in the review. Kept on the device, so that
 * a closed tab or an ended session loses nothing. Sent one after the other, so that each gets its own ledger entry or its own
 * refusal.
 */
import { useState, useSyncExternalStore } from "react";
import * as v from "valibot";
import { useRefresh } from "#client/data/use-refresh.ts";
import { useData } from "#client/data/data-provider.tsx";
import { HttpError, logOwnFault } from "#client/data/http-error.ts";
import { readStored, store } from "#client/data/storage.ts";
import { failureOf, type FormFailure } from "#client/features/form/failure.ts";
import { useSession } from "#client/features/session/session-context.tsx";
import { createStore } from "#client/ui/store.ts";
import { SETTLEMENTS, Signal, SignalDetail } from "#shared/contracts/signals.ts";
import { STAGED_KEY } from "#shared/site/storage-names.ts";
import { createRepeatKey } from "./repeat-key.ts";
import { SIGNAL_LISTS } from "./staff-forms.ts";

export const STAGED_OUTCOMES = [...SETTLEMENTS, "void"] as const;
export type StagedOutcome = (typeof STAGED_OUTCOMES)[number];

const Staged = v.object({ signal: Signal, outcome: v.picklist(STAGED_OUTCOMES) });
export type Staged = v.InferOutput<typeof Staged>;

const Staging = v.object({
  /** Id of the member of staff; nobody else sees it on this device. */
  member: v.string(),
  staged: v.array(Staged),
  /** What was typed in the review, by field. */
  typed: v.record(v.string(), v.string()),
  isReviewing: v.boolean(),
});
type Staging = v.InferOutput<typeof Staging>;

const storage = () => window.localStorage;

function readStaging(): Staging | null {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Staging), readStored(storage, STAGED_KEY));
  return read.success ? read.output : null;
}

const staging = createStore(readStaging());

window.addEventListener("storage", ({ key }) => {
  if (key === STAGED_KEY) staging.set(readStaging());
});

export function useStaging() {
  const { user } = useSession().state;
  const member = String(user?.id);
  const stored = useSyncExternalStore(staging.subscribe, staging.current);
  const empty: Staging = { member, staged: [], typed: {}, isReviewing: false };
  const ofMember = (kept: Staging | null) => (kept?.member === member ? kept : empty);

  function change(part: Partial<Staging>): void {
    const next = { ...ofMember(staging.current()), ...part };
    const isEmpty = next.staged.length === 0;
    store(storage, STAGED_KEY, isEmpty ? null : JSON.stringify(next));
    staging.set(isEmpty ? null : next);
  }

  return {
    ...ofMember(stored),
    /** Null takes it back. */
    stage: (signal: Signal, outcome: StagedOutcome | null): void => {
      const { staged } = ofMember(staging.current());
      const others = staged.filter((one) => one.signal.id !== signal.id);
      change({ staged: outcome === null ? others : [...others, { signal, outcome }] });
    },
    clear: () => change({ staged: [] }),
    keepTyped: (typed: Staging["typed"]) => change({ typed }),
    review: (isReviewing: boolean) => change({ isReviewing }),
  };
}

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
