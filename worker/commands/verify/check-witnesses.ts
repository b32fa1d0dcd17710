/** Checks what a site says about its witnesses: which checkpoints they cosigned and when, and which signals they saw in time. */
import * as v from "valibot";
import { toBase64 } from "#shared/encoding/base64.ts";
import type { LedgerEntry } from "#shared/contracts/ledger.ts";
import { type KeptCheckpoint, KeptCheckpointPage } from "#shared/contracts/log.ts";
import type { Signal } from "#shared/contracts/signals.ts";
import type { Trader } from "#shared/contracts/traders.ts";
import {
  cosignedByMs,
  type NoteVerifier,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  verifyNote,
} from "#shared/log/signed-note.ts";
import { sha256OfBytes } from "./digests.ts";
import { NotFound, type Site } from "./ledger-source.ts";
import type { LogRoots } from "#shared/record/log-roots.ts";
import { verifyEd25519 } from "./signed-checkpoint.ts";
import { MAX_CLOCK_LAG_MS } from "#shared/limits/ledger.ts";
import { WITNESS_DEADLINE_MS } from "#shared/limits/log.ts";

export interface SeenLog {
  /** Name of the site's log. */
  readonly origin: string;
  /** Ascending by size. */
  readonly checkpoints: readonly KeptCheckpoint[];
  readonly witnesses: readonly NoteVerifier[];
  /** The witnesses are those that the reader has given, not those that the site names. */
  readonly arePinned: boolean;
}

/** Null if the site has no such list. */
export async function readSeenLog(
  site: Site,
  origin: string,
  pinned: readonly NoteVerifier[],
): Promise<SeenLog | null> {
  const arePinned = pinned.length > 0;
  try {
    const named = (await site.readText("/api/log/witnesses/")).split("\n").filter((line) => line !== "");
    const ofSite = await Promise.all(named.map((key) => parseVerifierKey(sha256OfBytes, key)));
    return {
      origin,
      checkpoints: await readCheckpoints(site, -1),
      witnesses: arePinned ? pinned : ofSite.filter((key) => key !== null),
      arePinned,
    };
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
}

async function readCheckpoints({ read }: Pick<Site, "read">, after: number): Promise<KeptCheckpoint[]> {
  const found: KeptCheckpoint[] = [];
  for (let from = after < 0 ? "" : `&after=${after}`; ;) {
    const page = v.parse(KeptCheckpointPage, await read(`/api/log/checkpoints/?limit=1000${from}`));
    found.push(...page.results);
    if (page.next === null || page.results.length === 0) return found;
    from = `&after=${page.next}`;
  }
}

/** A witness cosigns what it was sent some seconds before, and its clock may be a minute off. */
const TOLERANCE_MS = WITNESS_DEADLINE_MS + MAX_CLOCK_LAG_MS;

export interface WitnessCheck {
  readonly onEntry: (entry: LedgerEntry) => void;
  readonly onPublished: (published: Signal | Trader) => void;
  /** Describes the first fault; null if there is none. To be called after everything was read. */
  readonly findFault: (site: Pick<Site, "read">, roots: Pick<LogRoots, "at">) => Promise<string | null>;
  /** Describes what was verified; null if nobody outside has seen the log, and no witness was given. */
  readonly summary: () => Promise<string | null>;
}

export function createWitnessCheck(seen: SeenLog): WitnessCheck {
  const { origin, checkpoints, witnesses, arePinned } = seen;
  const signals = new Map<string, Signal>();
  const traders = new Map<string, Trader>();
  let backdated: string | null = null;
  let shorter = 0;

  async function firstFault(site: Pick<Site, "read">, roots: Pick<LogRoots, "at">): Promise<string | null> {
    if (backdated !== null) return backdated;
    for (const checkpoint of checkpoints) {
      const fault = await checkpointFault(checkpoint, witnesses, await roots.at(checkpoint.size));
      if (fault !== null) return `${fault}:\n${checkpoint.first_note}`;
    }
    const since = await readCheckpoints(site, checkpoints.at(-1)?.size ?? -1);
    return signalFault([...checkpoints, ...since]) ?? traderFault([...checkpoints, ...since]);
  }

  /** A later checkpoint may have come before or after the signal was read. */
  function signalFault(all: readonly KeptCheckpoint[]): string | null {
    for (const { id, published_seq, witnessed_at } of signals.values()) {
      const first = smallestWith(all, published_seq);
      const isOld = first !== undefined && smallestWith(checkpoints, published_seq) !== undefined;
      if (timeOf(witnessed_at) === timeOf(first?.first_witnessed_at)) continue;
      if (witnessed_at === null && !isOld) continue;
      return `The site says that signal ${id} was witnessed at ${witnessed_at}; by its checkpoints: ${first?.first_witnessed_at ?? null}.`;
    }
    return null;
  }

  function traderFault(all: readonly KeptCheckpoint[]): string | null {
    for (const { handle, witnessed } of traders.values()) {
      if (witnessed === null) continue;
      const own = [...signals.values()].filter(({ trader }) => trader.handle === handle);
      const [least, most] = [checkpoints, all].map((some) => countInTime(own, some));
      if (witnessed.in_time >= (least ?? 0) && witnessed.in_time <= (most ?? 0)) continue;
      return `The site says that ${witnessed.in_time} signals of ${handle} were witnessed in time; by its checkpoints: ${most}.`;
    }
    return null;
  }

  return {
    onEntry({ seq, clock_at: writtenAt }) {
      while ((checkpoints[shorter]?.size ?? Number.POSITIVE_INFINITY) < seq) shorter += 1;
      const without = checkpoints[shorter - 1];
      if (without && Date.parse(writtenAt) < Date.parse(without.last_witnessed_at) - TOLERANCE_MS)
        backdated ??=
          `Ledger line ${seq} says that it was written at ${writtenAt}, but at ${without.last_witnessed_at} the log ` +
          `did not have it:\n${without.last_note}`;
    },
    onPublished(published) {
      if ("id" in published) signals.set(published.id, published);
      else traders.set(published.handle, published);
    },
    findFault: firstFault,
    async summary() {
      if (checkpoints.length === 0 && !arePinned) return null;
      // Under another name a witness may have cosigned, at the same time, a log with other entries, one of which was chosen
      // afterwards.
      const named = checkpoints.filter(({ first_note }) => first_note.startsWith(`${origin}\n`));
      const confirmed: KeptCheckpoint[] = [];
      for (const checkpoint of named) {
        const times = await cosignedAt(checkpoint.first_note, witnesses);
        if (times.length > 0) confirmed.push(witnessedBy(checkpoint, times));
      }
      const who = arePinned ? "the witnesses that you gave" : "the witnesses that the site itself names";
      const others = checkpoints.length - named.length;
      return [
        `Witnessed checkpoints: ${checkpoints.length}, ${confirmed.length} of them cosigned by ${who}.`,
        ...(others > 0 ? [`${others} belong to a log with another name and prove nothing here.`] : []),
        `By these, ${countInTime([...signals.values()], confirmed)} of ${signals.size} signals were witnessed in time.`,
        ...othersSince(confirmed, [...signals.values()]),
      ].join(" ");
    },
  };
}

function witnessedBy(checkpoint: KeptCheckpoint, seconds: readonly number[]): KeptCheckpoint {
  return { ...checkpoint, first_witnessed_at: new Date(cosignedByMs(Math.min(...seconds))).toISOString() };
}

/** The smallest size that contains the entry. */
function smallestWith(checkpoints: readonly KeptCheckpoint[], seq: number): KeptCheckpoint | undefined {
  let [from, to] = [0, checkpoints.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((checkpoints[middle]?.size ?? 0) >= seq) to = middle;
    else from = middle + 1;
  }
  return checkpoints[from];
}

function countInTime(signals: readonly Signal[], checkpoints: readonly KeptCheckpoint[]): number {
  return signals.filter((signal) => wasInTime(signal, checkpoints)).length;
}

function wasInTime({ published_seq, entry_at }: Signal, checkpoints: readonly KeptCheckpoint[]): boolean {
  const first = smallestWith(checkpoints, published_seq);
  return first !== undefined && Date.parse(first.first_witnessed_at) < Date.parse(entry_at);
}

/** Outcomes of the signals that were not witnessed in time: holding checkpoints back until the outcome is known hides losses. */
function othersSince(checkpoints: readonly KeptCheckpoint[], signals: readonly Signal[]): string[] {
  const sinceMs = Date.parse(checkpoints[0]?.first_witnessed_at ?? "");
  const others = signals.filter(
    (signal) => Date.parse(signal.published_at) >= sinceMs && !wasInTime(signal, checkpoints),
  );
  const ended = (outcome: Signal["outcome"]) => others.filter((signal) => signal.outcome === outcome).length;
  return others.length === 0
    ? []
    : [
        `Of the ${others.length} other signals published since the first of these, ${ended("won")} won and ${ended("lost")} lost.`,
      ];
}

/** The second in which each of the witnesses cosigned a note. Rejects if a signature in the name of one is not by its key. */
export async function cosignedAt(note: string, witnesses: readonly NoteVerifier[]): Promise<number[]> {
  const parsed = parseNote(note);
  const verified = parsed && (await verifyNote(verifyEd25519, parsed, witnesses));
  if (!verified) throw new Error("a cosignature is invalid");
  return verified.flatMap(({ cosignedAtSeconds: seconds }) => (seconds === null ? [] : [seconds]));
}

/** `root` is that of the entries; null if there are not enough of them. */
async function checkpointFault(
  { size, first_note, first_witnessed_at, last_note, last_witnessed_at }: KeptCheckpoint,
  witnesses: readonly NoteVerifier[],
  root: Uint8Array | null,
): Promise<string | null> {
  const [first, last] = [parseNote(first_note), parseNote(last_note)];
  const checkpoint = first && parseCheckpoint(first.text);
  if (!checkpoint || checkpoint.size !== size || first.text !== last?.text)
    return `The site lists a witnessed checkpoint of ${size} lines that is malformed`;
  if (root === null || toBase64(root) !== toBase64(checkpoint.root))
    return `The ledger is not the one that was witnessed: the root of its first ${size} lines is ${root ? toBase64(root) : "none"}, but witnesses saw`;
  try {
    const firstTimes = await cosignedAt(first_note, witnesses);
    const lastTimes = await cosignedAt(last_note, witnesses);
    const cosignatures = first.signatures.filter(({ name }) => name !== checkpoint.origin);
    const [firstMs, ofKnownMs] = [Date.parse(first_witnessed_at), cosignedByMs(Math.min(...firstTimes))];
    const isOfOther = firstMs < ofKnownMs && cosignatures.length > firstTimes.length;
    if (
      (firstMs !== ofKnownMs && !isOfOther) ||
      Date.parse(last_witnessed_at) < Math.max(...lastTimes) * 1000
    )
      return "A witnessed checkpoint's times differ from those of its cosignatures";
    return null;
  } catch {
    return "A cosignature of a witnessed checkpoint was not made with its witness's key";
  }
}

function timeOf(text: string | null | undefined): number | null {
  return text ? Date.parse(text) : null;
}
