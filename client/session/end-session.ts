/** The end of a session that cannot go on: storage and state are cleared, and a member is told. */
import type { SessionCore } from "./session-core.ts";

export interface EndSessionOptions {
  readonly core: SessionCore;
  /** Called after the session was cleared because it cannot go on; not after a sign-out in another tab. */
  readonly onSessionLost: (error: unknown) => void;
  readonly log: (message: string, error: unknown) => void;
}

/** Ends the session of a member; a visitor has none to lose. Gives the error back to throw. */
export function endSession({ core, onSessionLost, log }: EndSessionOptions, error: unknown): unknown {
  const isMember = core.getState().phase === "signed-in";
  core.forget("sessionLost");
  if (!isMember) return error;
  try {
    onSessionLost(error);
  } catch (fault) {
    log("The end of the session could not be announced", fault);
  }
  return error;
}
