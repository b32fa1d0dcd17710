/** Whoever signs in by an account id alone is told once how to get a passcode. The profile says it always. */
import { readStored, store, type StorageAccess } from "#client/data/storage.ts";
import type { Session } from "#client/features/session/session.ts";
import { PASSCODE_NOTICE_KEY } from "#shared/storage-names.ts";

/** Calls `show` at the first member of this browser who has no passcode, and never again. */
export function noticeMissingPasscode(
  session: Pick<Session, "getState" | "subscribe">,
  storage: StorageAccess,
  show: () => void,
): void {
  session.subscribe(() => {
    const { user } = session.getState();
    if (user === null || user.may_change || readStored(storage, PASSCODE_NOTICE_KEY) !== null) return;
    // Where storage refuses, whoever has no passcode would be told at every change of the session.
    if (store(storage, PASSCODE_NOTICE_KEY, "true")) show();
  });
}
