/**
 * Rooms of live readers, by region and number: `weur-0`, `weur-1`. They are a tree: the root tells the first room of each region,
 * which tells the others there.
 */
import type { News } from "./read-events.ts";

/** What rooms, and those who announce, say to one; see `SignalRoom`. */
export interface Room extends Rpc.DurableObjectBranded {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly announce: (seq?: number) => Promise<void>;
  readonly hear: (news: News, isAfresh: boolean) => Promise<boolean>;
  readonly register: (room: string) => Promise<void>;
}

/** Where an announcement begins. It was once the only room. */
export const ROOT_ROOM = "signals";

/**
 * By the continent as Cloudflare names it, the hint of where rooms are to be
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

/** Where the continent is not known, as on one's own machine: most of the five languages are spoken there. */
const DEFAULT_REGION = "weur";

export function regionOf(continent: string | undefined): DurableObjectLocationHint {
  return REGIONS.get(continent ?? "") ?? DEFAULT_REGION;
}

export function roomName(region: DurableObjectLocationHint, number: number): string {
  return `${region}-${number}`;
}

/** The room that tells the one of this name; null where none does. */
export function roomAbove(name: string): string | null {
  const region = regionIn(name);
  if (region === null) return null;
  const first = roomName(region, 0);
  return name === first ? ROOT_ROOM : first;
}

/** A room begins where it is first asked for, so the hint goes with each call. */
export function roomOf(namespace: DurableObjectNamespace, name: string): DurableObjectStub<Room> {
  const locationHint = regionIn(name);
  return roomNamespace(namespace).getByName(name, ...(locationHint === null ? [] : [{ locationHint }]));
}

function regionIn(name: string): DurableObjectLocationHint | null {
  const [begin] = name.split("-");
  return [...REGIONS.values()].find((region) => region === begin) ?? null;
}

/** The binding's class is declared in wrangler.toml, which types cannot see: SIGNAL_ROOM is SignalRoom. */
function roomNamespace(namespace: DurableObjectNamespace): DurableObjectNamespace<Room> {
  return namespace as DurableObjectNamespace<Room>;
}
