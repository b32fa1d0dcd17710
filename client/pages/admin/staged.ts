/**
 * Outcomes that staff have chosen in the queue and not sent yet, with what they typed in the review. Kept on the device, so that
 * a closed tab or an ended session loses nothing.
 */
import { useSyncExternalStore } from "react";
import * as v from "valibot";
import { readStored, store } from "#client/data/storage.ts";
import { useSession } from "#client/features/session/session-context.tsx";
import { createStore } from "#client/ui/store.ts";
import { SETTLEMENTS, Signal } from "#shared/contracts/signals.ts";
import { STAGED_KEY } from "#shared/site/storage-names.ts";

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
