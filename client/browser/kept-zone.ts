/** The time zone of a member's profile, kept in the browser: the next document shows its times in it from the first paint on. */
import { TIME_ZONE_KEY } from "#shared/storage-names.ts";

/** As it was stored, which may be anything; null for none. */
export function keptZone(storage: () => Pick<Storage, "getItem">): string | null {
  try {
    return storage().getItem(TIME_ZONE_KEY);
  } catch {
    return null;
  }
}

/** Null keeps none. Where storage refuses, the zone is known once the member is. */
export function keepZone(
  storage: () => Pick<Storage, "setItem" | "removeItem">,
  timeZone: string | null,
): void {
  try {
    if (timeZone === null) storage().removeItem(TIME_ZONE_KEY);
    else storage().setItem(TIME_ZONE_KEY, timeZone);
  } catch {
    // As said above.
  }
}
