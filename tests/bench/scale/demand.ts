/** What so many visits a second ask of each part of the platform, from what was measured and what is assumed. */
import { ASSUMED, type Setting } from "./assumptions.ts";
import { frontAddresses, missesPerSecond, signalAddresses } from "./cache-misses.ts";
import type { Counts } from "./counted-entry.ts";
import { type Kind, KINDS } from "./kinds.ts";
import type { Measured } from "./measured.ts";
import { LIMITS, OBJECT_GB, type Usage } from "./platform.ts";
import { isolatesFor, keptReports } from "./sampled-reports.ts";
import { MAX_LIVE_SOCKETS } from "#shared/limits/live.ts";

export interface Demand {
  /** Share of each limit that is used; 1 is a wall. */
  readonly use: Readonly<Record<LimitName, number>>;
  /** What is charged for, a second. */
  readonly usage: Usage;
}

export const LIMIT_NAMES = [
  "D1, the database itself [3]",
  "D1, the busiest copy [3]",
  "D1, a database of refresh tokens [3]",
  "live rooms of a region, readers",
  "live rooms of a region, work [5]",
  "the counter of sign-ins from unknown devices [5]",
] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

/** `visits` and `events` a second. */
export function demandOf(measured: Measured, setting: Setting, visits: number, events: number): Demand {
  const asked = requestsPerSecond(measured, setting, visits, events);
  const rate = (kind: Kind) => asked.get(kind) ?? 0;
  const sum = (of: (kind: Kind) => number) => KINDS.reduce((total, kind) => total + rate(kind) * of(kind), 0);
  const counts = (kind: Kind): Counts => measured.kinds[kind].counts;
  const readSeconds = (kind: Kind, trips: "copyReads" | "primaryReads") => {
    const { copyReads, primaryReads } = counts(kind);
    const share = counts(kind)[trips] / (copyReads + primaryReads || 1);
    return (counts(kind)[trips] * setting.doubtful.tripMs + share * measured.kinds[kind].readingMs) / 1_000;
  };
  const rooms = liveRooms(measured, visits, events);
  const requests = sum(() => 1);
  const leftOut = reportsLeftOut(measured, setting, visits);

  const readings = readingsPerSecond(asked);
  const ofCopies = KINDS.reduce(
    (total, kind) => total + (readings.get(kind) ?? 0) * readSeconds(kind, "copyReads"),
    0,
  );
  const tokenSeconds = sum(
    (kind) =>
      (counts(kind).tokenWrites * setting.doubtful.writeMs +
        counts(kind).tokenReads * setting.doubtful.tripMs) /
      1_000,
  );
  // What rooms are told is read once. Whoever hears of it asks for as new a copy, of which each isolate first hears at the primary (worker/api/minimum-bookmark.ts).
  const primarySeconds =
    sum(
      (kind) =>
        readSeconds(kind, "primaryReads") + (counts(kind).primaryWrites * setting.doubtful.writeMs) / 1_000,
    ) +
    (events * (1 + (setting.hasCopies ? isolatesFor(requests) : 0)) * setting.doubtful.tripMs) / 1_000 +
    tokenSeconds / setting.tokenDatabases +
    (setting.hasCopies ? 0 : ofCopies);
  const objectCalls = sum((kind) => counts(kind).objectCalls) + events * (1 + rooms.all);
  const awakeSeconds = Math.min(rooms.all + rate("sign-in"), (objectCalls * ASSUMED.objectCallMs) / 1_000);
  return {
    use: {
      "D1, the database itself [3]": primarySeconds / LIMITS.databaseSeconds,
      "D1, the busiest copy [3]": setting.hasCopies
        ? (ofCopies * ASSUMED.busiestCopyShare) / LIMITS.databaseSeconds
        : 0,
      "D1, a database of refresh tokens [3]":
        setting.tokenDatabases > 1 ? tokenSeconds / setting.tokenDatabases / LIMITS.databaseSeconds : 0,
      "live rooms of a region, readers": rooms.readers / (MAX_LIVE_SOCKETS * ASSUMED.roomsOfARegion),
      "live rooms of a region, work [5]": rooms.work / ASSUMED.roomsOfARegion,
      "the counter of sign-ins from unknown devices [5]": rate("sign-in") / LIMITS.objectCalls,
    },
    usage: {
      "Workers, requests [2]": requests + leftOut,
      "Workers, CPU ms [2]": sum((kind) => measured.kinds[kind].cpuMs),
      "D1, rows read [4]": KINDS.reduce(
        (total, kind) => total + (readings.get(kind) ?? 0) * counts(kind).rowsRead,
        0,
      ),
      "D1, rows written [4]": sum((kind) => counts(kind).rowsWritten),
      "Objects, requests [5]": objectCalls,
      "Objects, GB-seconds [5]": awakeSeconds * OBJECT_GB,
      "Analytics Engine, points [6]": sum((kind) => counts(kind).points),
      "Workers Logs, lines [7]": setting.logsRequests ? requests + leftOut : 0,
    },
  };
}

/** Pages and their data by whether they are kept. */
function requestsPerSecond(measured: Measured, setting: Setting, visits: number, events: number) {
  const ofVisits = (kind: Kind) => visits * measured.visit[kind];
  const { languages } = ASSUMED;
  const anew = new Map<Kind, number>([
    ["list page", missesPerSecond(ofVisits("list page"), frontAddresses(2 * languages))],
    ["list data", missesPerSecond(ofVisits("list data"), frontAddresses(languages))],
    ["signal page", missesPerSecond(ofVisits("signal page"), signalAddresses(languages))],
    ["signal data", missesPerSecond(ofVisits("signal data"), signalAddresses(languages))],
  ]);
  const kept = [...anew].reduce((sum, [kind, rate]) => sum + ofVisits(kind) - rate, 0);
  const reports = visits * measured.visit["measurement into the database"];
  return new Map<Kind, number>([
    ...KINDS.map((kind) => [kind, ofVisits(kind)] as const),
    ...anew,
    ["one of these, kept", kept],
    [
      "measurement into the database",
      setting.hasEngine ? 0 : keptReports(reports, requestsOf(measured, visits)),
    ],
    ["measurement into the engine", setting.hasEngine ? reports : 0],
    ["current user", visits * setting.doubtful.memberShare],
    ["refresh that notes the session", visits * setting.doubtful.memberShare],
    ["sign-in", visits * ASSUMED.signInShare],
    ["signal published", events],
  ]);
}

/**
 * Requests that read the database: a location makes pages and data in all languages, and calls, of one reading a second
 * (worker/api/answer-cache.ts).
 */
function readingsPerSecond(asked: ReadonlyMap<Kind, number>): ReadonlyMap<Kind, number> {
  const rate = (...kinds: Kind[]) => kinds.reduce((sum, kind) => sum + (asked.get(kind) ?? 0), 0);
  const ofSignals = rate("signal page", "signal data", "API: one signal");
  const ofFigures = rate("list page", "API: figures of all");
  return new Map<Kind, number>([
    ...asked,
    ["signal page", 0],
    ["signal data", 0],
    ["API: one signal", missesPerSecond(ofSignals, signalAddresses(1))],
    // Home shows a list and the figures, the list of signals a list alone.
    ["list page", 0],
    ["list data", missesPerSecond(rate("list page", "list data"), frontAddresses(2))],
    ["API: figures of all", missesPerSecond(ofFigures, frontAddresses(1))],
  ]);
}

function requestsOf({ visit }: Measured, visits: number): number {
  return visits * KINDS.reduce((sum, kind) => sum + visit[kind], 0);
}

/** Of measurements that no database gets; they are read, and answered. */
function reportsLeftOut(measured: Measured, { hasEngine }: Setting, visits: number): number {
  const reports = visits * measured.visit["measurement into the database"];
  return hasEngine ? 0 : reports - keptReports(reports, requestsOf(measured, visits));
}

/**
 * Readers of the busiest region, how many rooms' work they are, and rooms in all. A room is at work while readers come and leave, and while
 * it sends; one that has too much of it is passed over as one that is full. One reading of the database tells them all.
 */
function liveRooms({ visit }: Measured, visits: number, events: number) {
  const joins = visits * visit["live reader joins"];
  const readers = (joins * ASSUMED.stayMs) / 1_000;
  const work = (2 * joins) / LIMITS.objectCalls + (events * readers * ASSUMED.sendMs) / 1_000;
  return {
    readers: readers * ASSUMED.busiestRoomsShare,
    work: work * ASSUMED.busiestRoomsShare,
    all: Math.ceil(Math.max(work, readers / MAX_LIVE_SOCKETS)) + ASSUMED.roomRegions,
  };
}
