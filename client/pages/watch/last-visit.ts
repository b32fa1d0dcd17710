/** What a member has already seen on this device, so that what is new since then can be marked. */
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import * as v from "valibot";
import { readStored, store } from "#client/data/storage.ts";
import { LAST_VISIT_KEY } from "#shared/site/storage-names.ts";

const Visit = v.object({
  /** The ledger entry up to which signals were shown. */
  seq: v.number(),
  /** When; ISO 8601 in UTC. */
  at: v.string(),
});
export type Visit = v.InferOutput<typeof Visit>;

/** By the id of the member. */
const Visits = v.fallback(v.record(v.string(), Visit), {});

type VisitStorage = () => Pick<Storage, "getItem" | "setItem" | "removeItem">;

export function readVisit(storage: VisitStorage, member: string): Visit | null {
  return readVisits(storage)[member] ?? null;
}

/** Never goes back: another tab may have shown more. */
export function noteVisit(storage: VisitStorage, member: string, visit: Visit): void {
  const visits = readVisits(storage);
  const seq = Math.max(visit.seq, visits[member]?.seq ?? 0);
  store(storage, LAST_VISIT_KEY, JSON.stringify({ ...visits, [member]: { ...visit, seq } }));
}

function readVisits(storage: VisitStorage): v.InferOutput<typeof Visits> {
  try {
    return v.parse(Visits, JSON.parse(readStored(storage, LAST_VISIT_KEY) ?? "{}"));
  } catch {
    return {};
  }
}

const browserStorage: VisitStorage = () => window.localStorage;

/** The visit before each entry of the browser's history, so that marks stay when somebody comes back from a signal. */
const former = new Map<string, Visit | null>();

/** The member's visit before this one, null on the first; notes this one once the page has been in sight. */
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
