/**
 * Rooms of live readers, by region and number: `weur-0`, `weur-1`. They form a tree: the root informs the first room of each
 * region, which informs the others there. Each announcement begins at the root.
 */
import { describeError, type Log } from "#worker/http/logger.ts";
import type { News } from "./read-events.ts";

/** The calls that rooms and announcers make to a room; see `SignalRoom`. */
export interface Room extends Rpc.DurableObjectBranded {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly announce: (seq?: number) => Promise<void>;
  readonly hear: (news: News, isAfresh: boolean) => Promise<boolean>;
  readonly register: (room: string) => Promise<void>;
}

/** Where an announcement begins. Once it was the only room. */
export const ROOT_ROOM = "signals";

/**
 * Location hints of the rooms, by Cloudflare's name of the continent
 * (https://developers.cloudflare.com/durable-objects/reference/data-location/).
 */
const REGIONS = new Map<string, DurableObjectLocationHint>([
  ["AF", "afr"],
  ["AN", "oc"],
  ["AS", "apac"],
  ["EU", "weur"],
  ["NA", "enam"],
  ["OC", "oc"],
  ["SA", "sam"],
]);

/** If the continent is unknown, as in local development: most of the five languages are spoken there. */
const DEFAULT_REGION = "weur";

export function regionOf(continent: string | undefined): DurableObjectLocationHint {
  return REGIONS.get(continent ?? "") ?? DEFAULT_REGION;
}

export function roomName(region: DurableObjectLocationHint, number: number): string {
  return `${region}-${number}`;
}

/** The room that informs the room of this name; null for the root. */
export function roomAbove(name: string): string | null {
  const region = regionIn(name);
  if (region === null) return null;
  const first = roomName(region, 0);
  return name === first ? ROOT_ROOM : first;
}

/** A room is placed at its first call, so the hint is passed with each call. */
export function roomOf(namespace: DurableObjectNamespace, name: string): DurableObjectStub<Room> {
  const locationHint = regionIn(name);
  return roomNamespace(namespace).getByName(name, ...(locationHint === null ? [] : [{ locationHint }]));
}

function regionIn(name: string): DurableObjectLocationHint | null {
  const [begin] = name.split("-");
  return [...REGIONS.values()].find((region) => region === begin) ?? null;
}

/** wrangler.toml declares the binding's class, which types cannot see: SIGNAL_ROOM is SignalRoom. */
function roomNamespace(namespace: DurableObjectNamespace): DurableObjectNamespace<Room> {
  return namespace as DurableObjectNamespace<Room>;
}

/**
 * Tells the rooms that the record has grown, up to `seq`; without it, the rooms read its current state. Never rejects,
 * because the write has already succeeded. A failure is logged, and the next announcement, at the latest that of the next
 * minute's scheduled jobs, delivers what was missed.
 */
export async function announceToRooms(
  { signalRoom, log }: { readonly signalRoom: DurableObjectNamespace; readonly log: Log },
  seq?: number,
): Promise<void> {
  try {
    await roomOf(signalRoom, ROOT_ROOM).announce(seq);
  } catch (error) {
    log({ level: "error", event: "announcement_failed", ...(seq && { seq }), error: describeError(error) });
  }
}
