/**
 * What live readers take of Cloudflare in a month of 30 days in which so many are there at any time: rooms, requests, duration and its
 * price (November 2026; worker/SCALE.md names the pages), what a month includes not taken off.
 */
import { LIVE_ROOMS, MAX_LIVE_SOCKETS } from "#shared/limits/live.ts";

const DAY_SECONDS = 86_400;
const MONTH_SECONDS = 30 * DAY_SECONDS;
/** An event with its signal and trader, the ledger's head, and in the minute's reading the newest hundred of them. */
const ROWS_OF_AN_EVENT = 4;
const ROWS_OF_THE_NEWEST = 303;
/** An object at work is charged with 128 MB. */
const OBJECT_GB = 0.128;
const DOLLARS_PER_MILLION = {
  workerRequests: 0.3,
  workerCpuMs: 0.02,
  objectRequests: 0.15,
  objectGbSeconds: 12.5,
  databaseRowsRead: 0.001,
} as const;

export interface LiveLoad {
  /** At any time. */
  readonly readers: number;
  readonly staySeconds: number;
  readonly eventsPerDay: number;
  /** Of the worker, to let one in. */
  readonly joinCpuMs: number;
  /** Of a room, to send one message. */
  readonly sendCpuMs: number;
}

export interface LiveReckoning {
  readonly joinsPerSecond: number;
  /** Until a full room has sent an event to all that are in it, once it is told. */
  readonly sendMs: number;
  readonly workerRequests: number;
  readonly workerCpuMs: number;
  readonly objectRequests: number;
  /** Of rooms that somebody joins all the time, so that they are never idle for long: the most that can be charged. */
  readonly objectGbSeconds: number;
  readonly databaseRowsRead: number;
  readonly dollars: number;
}

export function reckonLive(load: LiveLoad): LiveReckoning {
  const joinsPerSecond = load.readers / load.staySeconds;
  const joins = joinsPerSecond * MONTH_SECONDS;
  const events = 30 * load.eventsPerDay;
  const minutes = MONTH_SECONDS / 60;
  // Pings are answered by the platform and cost nothing, nor does what is sent.
  const usage = {
    workerRequests: joins,
    workerCpuMs: joins * load.joinCpuMs,
    objectRequests: joins + LIVE_ROOMS * (events + minutes),
    objectGbSeconds: LIVE_ROOMS * MONTH_SECONDS * OBJECT_GB,
    databaseRowsRead: LIVE_ROOMS * (events * ROWS_OF_AN_EVENT + minutes * ROWS_OF_THE_NEWEST),
  };
  const millionths =
    usage.workerRequests * DOLLARS_PER_MILLION.workerRequests +
    usage.workerCpuMs * DOLLARS_PER_MILLION.workerCpuMs +
    usage.objectRequests * DOLLARS_PER_MILLION.objectRequests +
    usage.objectGbSeconds * DOLLARS_PER_MILLION.objectGbSeconds +
    usage.databaseRowsRead * DOLLARS_PER_MILLION.databaseRowsRead;
  return {
    joinsPerSecond,
    sendMs: MAX_LIVE_SOCKETS * load.sendCpuMs,
    ...usage,
    dollars: millionths / 1_000_000,
  };
}
