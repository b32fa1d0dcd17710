/** The invite in the address, behind the `#`: no server is sent it, and no other site. */
import { useSyncExternalStore } from "react";

/** Undefined where there is none, and until the page reacts. */
export function useInvite(): string | undefined {
  return useSyncExternalStore(subscribe, readInvite, () => undefined);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}

function readInvite(): string | undefined {
  return new URLSearchParams(window.location.hash.slice(1)).get("invite") || undefined;
}
