/**
 * Covers the moment in which one tab has stored new tokens and another does not see them yet. Browsers that run tabs in
 * separate processes copy storage between them at an unspecified time (HTML standard, Web storage: no mutex), and a tab that
 * gets the refresh lock in that moment would refresh again. Locks are kept in one place, so every tab can see at once which are
 * held (Web Locks API). So a tab that has replaced the tokens holds a lock named after the replaced access token for as long as
 * the others may lag behind.
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

/** Resolves once every tab can see the replacement; the lock is released later by itself. Never rejects. */
export function announceReplaced(accessToken: string, { locks, schedule }: Lag): Promise<void> {
  return new Promise((resolve) => {
    const hold = () => {
      resolve();
      return new Promise<void>((release) => schedule(release, MAX_STORAGE_LAG_MS));
    };
    // Without the announcement, another tab may refresh again, which the server's grace window allows.
    locks.request(replacedLock(accessToken), { mode: "shared" }, hold).catch(() => resolve());
  });
}

/** If another tab has replaced this access token: resolves once this tab sees the new one, or a second later. */
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

/** The last characters identify a token but cannot be used as one. */
function replacedLock(accessToken: string): string {
  return `session-replaced-${accessToken.slice(-12)}`;
}
