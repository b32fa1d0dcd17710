/**
 * What shows the server that somebody has signed in on this device with a passcode before. Key, owner and life:
 * `tidemark:device-token`, written only here and never removed: who signs out comes back. Storage that throws costs nothing but that.
 */
import { DEVICE_TOKEN_KEY } from "#shared/storage-names.ts";
import type { TokenStorage } from "./token-store.ts";

/** Undefined where there is none. */
export function readDeviceToken(storage: () => TokenStorage): string | undefined {
  try {
    return storage().getItem(DEVICE_TOKEN_KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepDeviceToken(storage: () => TokenStorage, token: string): void {
  try {
    storage().setItem(DEVICE_TOKEN_KEY, token);
  } catch {
    // This device stays unknown.
  }
}
