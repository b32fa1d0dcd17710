/** Tells the rooms that the record has grown. */
import { describeError, type Log } from "#worker/http/logger.ts";
import { ROOT_ROOM, roomOf } from "./rooms.ts";

/**
 * `seq`: how far the record has grown; without it, whatever stands there now is told. Never rejects: what is on the record
 * is on the record. A failure is logged, and the next announcement, at the latest the scheduled jobs of the next minute,
 * brings everyone up to date.
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
