/** Whether passkeys can be used here: by this browser, at this address, with this site. */
import { useAbsentParts } from "#client/data/runtime-config.tsx";
import { SessionError } from "#client/data/http-error.ts";
import { useIsHydrated } from "#client/ui/use-is-hydrated.ts";

/** WebAuthn knows sites by their name: at an IP address there are no passkeys. */
export type PasskeySupport = "usable" | "unknownToBrowser" | "addressWithoutName";

/** Null until the page reacts. */
export function usePasskeySupport(): PasskeySupport | null {
  return useIsHydrated() ? passkeySupport(window) : null;
}

/** Whether to offer a sign-in by passkey; the server, which cannot know the browser, keeps its place. */
export function useOffersPasskeys(): boolean {
  const absent = useAbsentParts();
  return (usePasskeySupport() ?? "usable") === "usable" && !absent.includes("passkeys");
}

/** What browsers do with passkeys, which the worker does without. */
export async function loadCeremonies() {
  if (import.meta.env.SSR) throw new Error("A server has no passkeys");
  return import("./passkey-ceremonies.ts");
}

export function passkeySupport({
  location: { hostname },
  ...browser
}: Pick<Window, "location"> & { readonly PublicKeyCredential?: unknown }): PasskeySupport {
  if (/^[\d.]+$|^\[/.test(hostname)) return "addressWithoutName";
  return browser.PublicKeyCredential === undefined ? "unknownToBrowser" : "usable";
}

/** No passkey came of it: somebody has cancelled it, it took too long, or nothing here can tell who it is. */
export class PasskeyDeclined extends SessionError {
  /** Of a new one: the device has one of this account already. */
  readonly isThereAlready: boolean;

  constructor(cause: unknown, isThereAlready = false) {
    super("No passkey was used", { cause });
    this.isThereAlready = isThereAlready;
  }
}
