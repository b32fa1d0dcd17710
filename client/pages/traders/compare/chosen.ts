/** The traders that are ticked for a comparison: kept in the tab, so that they stay through paging, filters and Back. */
import { useSyncExternalStore } from "react";
import { readStored, store } from "#client/data/storage.ts";
import { createStore } from "#client/ui/store.ts";
import { COMPARED_KEY } from "#shared/site/storage-names.ts";

const NONE: readonly string[] = [];
const SEPARATOR = " ";
const storage = () => window.sessionStorage;

const chosen = createStore(readStored(storage, COMPARED_KEY)?.split(SEPARATOR) ?? NONE);

/** Handles in the order in which they were ticked; none on the server. */
export function useChosen(): readonly string[] {
  return useSyncExternalStore(chosen.subscribe, chosen.current, () => NONE);
}

export function choose(handles: readonly string[]): void {
  store(storage, COMPARED_KEY, handles.length === 0 ? null : handles.join(SEPARATOR));
  chosen.set(handles.length === 0 ? NONE : handles);
}

export function tick(handle: string, isTicked: boolean): void {
  const handles = chosen.current();
  if (handles.includes(handle) === isTicked) return;
  choose(isTicked ? [...handles, handle] : handles.filter((other) => other !== handle));
}
