/**
 * The moment in which one tab has stored new tokens and another does not see them yet. Browsers that run tabs in processes
 * of their own copy storage between them without saying when (HTML standard, Web storage: no mutex), and a tab that gets
 * the refresh lock in that moment would refresh once more. Locks are kept in one place: which ones are held, every tab can
 * know at once (Web Locks API). So a tab that has replaced the tokens holds one, named after the replaced access token, for
 * as long as the others may be behind.
 */
import type { SessionCore } from "./session-core.ts";
import { MAX_STORAGE_LAG_MS } from "#shared/limits/sessions.ts";

/** The part of the Web Locks API that is used. */
export interface SessionLocks {
  request<T>(
    name: string,
    options: { readonly mode: "exclusive" | "shared" },
    callback: () => Promise<T>,
  ): Promise<T>;
  query(): Promise<{ readonly held?: readonly { readonly name?: string }[] }>;
}

interface Lag {
  readonly locks: SessionLocks;
  /** Calls back after so many milliseconds. */
  readonly schedule: (callback: () => void, delayMs: number) => void;
}

/** Resolves once every tab can know; the lock is given back later by itself. Never rejects. */
export function announceReplaced(accessToken: string, { locks, schedule }: Lag): Promise<void> {
  return new Promise((resolve) => {
    const hold = () => {
      resolve();
      return new Promise<void>((release) => schedule(release, MAX_STORAGE_LAG_MS));
    };
    // Unannounced, the others may refresh once more, which the grace window of the server forgives.
    locks.request(replacedLock(accessToken), { mode: "shared" }, hold).catch(() => resolve());
  });
}

/** Where another tab has replaced this access token: resolves once this tab sees the new one, or a second later. */
export async function untilReplacementSeen(
  accessToken: string,
  { core, locks, schedule }: Lag & { readonly core: SessionCore },
): Promise<void> {
  const snapshot = await locks.query().catch(() => null);
  const isReplaced = snapshot?.held?.some(({ name }) => name === replacedLock(accessToken));
  if (!isReplaced || core.sync().accessToken !== accessToken) return;
  await new Promise<void>((resolve) => {
    const finish = () => {
      stop();
      resolve();
    };
    const stop = core.subscribe(() => core.getState().accessToken !== accessToken && finish());
    schedule(finish, MAX_STORAGE_LAG_MS);
  });
}

/** The end of a token tells it from its neighbours and is of no use to anyone. */
function replacedLock(accessToken: string): string {
  return `session-replaced-${accessToken.slice(-12)}`;
}
