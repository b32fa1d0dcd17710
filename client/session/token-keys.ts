/** Where the two tokens lie in local storage. */

export const ACCESS_TOKEN_KEY = "accessToken";
export const REFRESH_TOKEN_KEY = "refreshToken";

/** Whether somebody may be signed in here. Storage that throws holds nobody. */
export function hasStoredSession(storage: () => Pick<Storage, "getItem">): boolean {
  try {
    return [ACCESS_TOKEN_KEY, REFRESH_TOKEN_KEY].some((key) => storage().getItem(key) !== null);
  } catch {
    return false;
  }
}
