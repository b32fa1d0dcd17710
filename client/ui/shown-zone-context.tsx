/** The zone in which the application shows times; one subscription for all of them. */
import { createContext, type ReactNode, use, useSyncExternalStore } from "react";
import { shownZone, watchShownZone } from "./shown-zone.ts";

const ShownZoneContext = createContext("UTC");

/** Rendered once, around the application. */
export function ShownZoneProvider({ children }: { readonly children: ReactNode }) {
  const timeZone = useSyncExternalStore(watchShownZone, shownZone, () => "UTC");
  return <ShownZoneContext value={timeZone}>{children}</ShownZoneContext>;
}

/** IANA name: UTC on the server and in the first render of a browser. */
export function useShownZone(): string {
  return use(ShownZoneContext);
}
