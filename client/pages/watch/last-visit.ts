/** The signals that a member has already seen on this device, so that newer ones can be marked. */
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import * as v from "valibot";
import { readStored, store, type StorageAccess } from "#client/data/storage.ts";
import { LAST_VISIT_KEY } from "#shared/site/storage-names.ts";

const Visit = v.object({
  /** The ledger entry up to which signals were shown. */
  seq: v.number(),
  /** Time of the visit; ISO 8601 in UTC. */
  at: v.string(),
});
export type Visit = v.InferOutput<typeof Visit>;

/** Visits by member id. */
const Visits = v.fallback(v.record(v.string(), Visit), {});

export function readVisit(storage: StorageAccess, member: string): Visit | null {
  return readVisits(storage)[member] ?? null;
}

/** Never goes back: another tab may have shown more. */
export function noteVisit(storage: StorageAccess, member: string, visit: Visit): void {
  const visits = readVisits(storage);
  const seq = Math.max(visit.seq, visits[member]?.seq ?? 0);
  store(storage, LAST_VISIT_KEY, JSON.stringify({ ...visits, [member]: { ...visit, seq } }));
}

function readVisits(storage: StorageAccess): v.InferOutput<typeof Visits> {
  try {
    return v.parse(Visits, JSON.parse(readStored(storage, LAST_VISIT_KEY) ?? "{}"));
  } catch {
    return {};
  }
}

const browserStorage: StorageAccess = () => window.localStorage;

/** The previous visit by browser history entry, so that marks stay when the member goes back from a signal. */
const former = new Map<string, Visit | null>();

/** The member's previous visit, null on the first; stores this one once the page has been visible. */
export function useLastVisit(member: string, seenSeq: number): Visit | null {
  const { key } = useLocation();
  const entry = `${member} ${key}`;
  const [last] = useState(() => {
    const visit = former.has(entry) ? (former.get(entry) ?? null) : readVisit(browserStorage, member);
    former.set(entry, visit);
    return visit;
  });
  useEffect(() => {
    function note() {
      if (document.visibilityState !== "visible") return;
      noteVisit(browserStorage, member, { seq: seenSeq, at: new Date().toISOString() });
    }
    note();
    document.addEventListener("visibilitychange", note);
    return () => document.removeEventListener("visibilitychange", note);
  }, [member, seenSeq]);
  return last;
}
