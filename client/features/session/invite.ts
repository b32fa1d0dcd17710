/** The invite in the address, behind the `#`: no server is sent it, and no other site. */
import * as v from "valibot";
import { SignInRequest } from "#shared/contracts/session.ts";
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
  const token = new URLSearchParams(window.location.hash.slice(1)).get("invite") || undefined;
  return v.is(SignInRequest.entries.invite, token) ? token : undefined;
}
