/** What nobody has measured here: how people use the site, and how Cloudflare runs it. Whoever has logs of their own changes these. */
export const ASSUMED = {
  /** The busiest second, of the day's mean. */
  peakFactor: 5,
  /** How long a reader stays on each of the three pages of a visit; so measured, and no socket lives longer. */
  stayMs: 20_000,
  /** Of visits: by a member who comes back after an hour or more, and with a sign-in. */
  memberShare: 1 / 20,
  signInShare: 1 / 200,
  /** Published, and settled or voided later. */
  signalsADay: 500,
  eventsOfASignal: 2,
  /** In the busiest minute: twelve. */
  mostEventsPerSecond: 0.2,
  languages: 5,
  /** Nine of ten readers of one signal read one of the newest; the others any. */
  newestSignals: 50,
  newestShare: 0.9,
  otherSignals: 20_000,
  /** Where requests come in; visits fall on them as one over their rank. */
  locations: 330,
  /** Requests a second that an isolate takes before there is another. */
  requestsOfAnIsolate: 100,
  /** Of all readers: those nearest to the busiest copy of the database, and those in the busiest region of live rooms. */
  busiestCopyShare: 0.35,
  busiestRoomsShare: 0.5,
  /** Live rooms: regions, rooms of each at most, and what a room is at work to send one message (`npm run bench:live`, both ends of it). */
  roomRegions: 7,
  roomsOfARegion: 128,
  sendMs: 0.042,
  /** What a database is at work for a trip beside SQLite's own time, and for one that writes. */
  tripMs: 0.2,
  writeMs: 2,
  /** What an object is awake for a call. */
  objectCallMs: 10,
} as const;

/** How an operator runs the site: worker/OPERATIONS.md, "Scaling" and "Page speed". */
export interface Setting {
  readonly name: string;
  /** Read replication is on. */
  readonly hasCopies: boolean;
  /** `VITALS_ENGINE` is bound. */
  readonly hasEngine: boolean;
  /** `SESSIONS_DB_COUNT`. */
  readonly tokenDatabases: number;
  /** `REQUEST_LOG`. */
  readonly logsRequests: boolean;
  /** The assumptions on which the walls depend most. */
  readonly doubtful: Readonly<Record<keyof typeof DOUBTFUL, number>>;
}

const { memberShare, tripMs, writeMs } = ASSUMED;
export const DOUBTFUL = { memberShare, tripMs, writeMs };

export const SHIPPED: Setting = {
  name: "as shipped",
  hasCopies: false,
  hasEngine: false,
  tokenDatabases: 1,
  logsRequests: true,
  doubtful: DOUBTFUL,
};
export const SWITCHED: Setting = {
  name: "with every switch",
  hasCopies: true,
  hasEngine: true,
  tokenDatabases: 16,
  logsRequests: false,
  doubtful: DOUBTFUL,
};
