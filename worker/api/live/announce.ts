/** Tells the room that the record has grown. */
import { describeError, type Log } from "#worker/http/log.ts";
import type { SignalRoom } from "./signal-room.ts";

/** Only one room, so that everyone reads the same; see signal-room.ts. */
const ROOM = "signals";

export function roomOf(namespace: DurableObjectNamespace): DurableObjectStub<SignalRoom> {
  return roomNamespace(namespace).getByName(ROOM);
}

/**
 * `seq`: how far the record has grown; without it, whatever stands there now is told. Never rejects: what is on the record
 * is on the record. A failure is logged, and the next announcement, at the latest the scheduled jobs of the next minute,
 * brings everyone up to date.
 */
export async function announceToRoom(
  { signalRoom, log }: { readonly signalRoom: DurableObjectNamespace; readonly log: Log },
  seq?: number,
): Promise<void> {
  try {
    await roomOf(signalRoom).announce(seq);
  } catch (error) {
    log({ level: "error", event: "announcement_failed", ...(seq && { seq }), error: describeError(error) });
  }
}

/** The binding's class is declared in wrangler.toml, which types cannot see: SIGNAL_ROOM is SignalRoom. */
function roomNamespace(namespace: DurableObjectNamespace): DurableObjectNamespace<SignalRoom> {
  return namespace as DurableObjectNamespace<SignalRoom>;
}
