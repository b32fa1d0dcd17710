/** What the signals page shows: the signal its address names, or the list its query asks for. */
import type { PageLocation } from "#client/app/page-module.ts";
import { signalKey, signalsKey } from "#client/data/keys.ts";

export function signalSubject({ params }: PageLocation): string | null {
  return params["id"] === undefined ? null : signalKey(params["id"]);
}

export function signalKeys(location: PageLocation): readonly string[] {
  return [signalSubject(location) ?? signalsKey(location.searchParams)];
}
