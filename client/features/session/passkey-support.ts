/** Whether passkeys can be used here: by this browser, at this address, with this site. */
import { useAbsentParts, useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useIsHydrated } from "#client/ui/use-is-hydrated.ts";

/** WebAuthn knows sites by their name: at an IP address there are no passkeys. */
export type PasskeySupport = "usable" | "unknownToBrowser" | "addressWithoutName";

/** What of it the server cannot know, it takes for granted. */
export function usePasskeySupport(): PasskeySupport {
  const { hostname } = new URL(useRuntimeConfig().siteOrigin);
  const isHydrated = useIsHydrated();
  if (/^[\d.]+$|^\[/.test(hostname)) return "addressWithoutName";
  return isHydrated && !("PublicKeyCredential" in window) ? "unknownToBrowser" : "usable";
}

/** Whether to offer a sign-in by passkey. */
export function useOffersPasskeys(): boolean {
  const absent = useAbsentParts();
  return usePasskeySupport() === "usable" && !absent.includes("passkeys");
}

/** What browsers do with passkeys, which the worker does without. */
export async function loadCeremonies() {
  if (import.meta.env.SSR) throw new Error("A server has no passkeys");
  return import("./passkey-ceremonies.ts");
}
