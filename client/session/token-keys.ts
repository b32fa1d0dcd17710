/** Where the two tokens lie in local storage. */
import { ACCESS_TOKEN_KEY, REFRESH_TOKEN_KEY } from "#shared/storage-names.ts";

export { ACCESS_TOKEN_KEY, REFRESH_TOKEN_KEY };

/** Whether somebody may be signed in here. Storage that throws holds nobody. */
export function hasStoredSession(storage: () => Pick<Storage, "getItem">): boolean {
  try {
    return [ACCESS_TOKEN_KEY, REFRESH_TOKEN_KEY].some((key) => storage().getItem(key) !== null);
  } catch {
    return false;
  }
}
