/** Whether passkeys can be used here: in this browser, at this address, on this site. */
import { useAbsentParts, useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useIsHydrated } from "#client/ui/use-is-hydrated.ts";

/** WebAuthn ties passkeys to a domain name: at an IP address there are none. */
export type PasskeySupport = "usable" | "unknownToBrowser" | "addressWithoutName";

/** On the server the browser's support is unknown and assumed. */
export function usePasskeySupport(): PasskeySupport {
  const { hostname } = new URL(useRuntimeConfig().siteOrigin);
  const isHydrated = useIsHydrated();
  if (/^[\d.]+$|^\[/.test(hostname)) return "addressWithoutName";
  return isHydrated && !knowsPasskeys() ? "unknownToBrowser" : "usable";
}

/** Whether this browser has passkeys. */
export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential === "function";
}

/** Whether to offer a sign-in by passkey. */
export function useOffersPasskeys(): boolean {
  const absent = useAbsentParts();
  return usePasskeySupport() === "usable" && !absent.includes("passkeys");
}

/** The passkey code of the browser, which the worker does not bundle. */
export async function loadCeremonies() {
  if (import.meta.env.SSR) throw new Error("A server has no passkeys");
  return import("./passkey-ceremonies.ts");
}
