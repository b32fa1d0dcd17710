/** The rooms of live readers, by number; a commit tells each of them. */
import { LIVE_ROOMS } from "#shared/limits/live.ts";
import { describeError, type Log } from "#worker/http/logger.ts";

/** The calls to a room; see `SignalRoom`. */
export interface Room extends Rpc.DurableObjectBranded {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly announce: (seq?: number) => Promise<void>;
}

/** From 0 to `LIVE_ROOMS - 1`. */
export function roomOf(signalRoom: DurableObjectNamespace, number: number): DurableObjectStub<Room> {
  // wrangler.toml declares the binding's class, which types cannot see: SIGNAL_ROOM is SignalRoom.
  return (signalRoom as DurableObjectNamespace<Room>).getByName(`room-${number}`);
}

/**
 * Tells the rooms that the record has grown, up to `seq`; without it, they read the record again. Never rejects, because the
 * write has already succeeded. A failure is logged and does not affect the other rooms; the next announcement, at the latest
 * that of the next minute's scheduled jobs, delivers what was missed.
 */
export async function announceToRooms(
  { signalRoom, log }: { readonly signalRoom: DurableObjectNamespace; readonly log: Log },
  seq?: number,
): Promise<void> {
  const tell = async (number: number) => {
    try {
      await roomOf(signalRoom, number).announce(seq);
    } catch (error) {
      log({
        level: "error",
        event: "announcement_failed",
        room: number,
        ...(seq && { seq }),
        error: describeError(error),
      });
    }
  };
  await Promise.all(Array.from({ length: LIVE_ROOMS }, (_, number) => tell(number)));
}
