/** Where the two tokens lie in local storage. */
import { readStored, type StorageAccess } from "#client/storage.ts";
import { ACCESS_TOKEN_KEY, REFRESH_TOKEN_KEY } from "#shared/storage-names.ts";

export { ACCESS_TOKEN_KEY, REFRESH_TOKEN_KEY };

/** Whether somebody may be signed in here. */
export function hasStoredSession(storage: StorageAccess<"getItem">): boolean {
  return [ACCESS_TOKEN_KEY, REFRESH_TOKEN_KEY].some((key) => readStored(storage, key) !== null);
}
