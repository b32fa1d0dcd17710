/** Where the two tokens lie in local storage. */
import { hasStored } from "#client/has-stored.ts";
import { ACCESS_TOKEN_KEY, REFRESH_TOKEN_KEY } from "#shared/storage-names.ts";

export { ACCESS_TOKEN_KEY, REFRESH_TOKEN_KEY };

/** Whether somebody may be signed in here. */
export function hasStoredSession(storage: () => Pick<Storage, "getItem">): boolean {
  return hasStored(storage, [ACCESS_TOKEN_KEY, REFRESH_TOKEN_KEY]);
}
