/** A list of signals that stands beside live news. */
import { useSyncExternalStore } from "react";
import { type SWRResponse, useSWRConfig } from "swr";
import { SignalPage } from "#shared/contracts/signals.ts";
import { useData } from "./data-provider.tsx";
import { useApi } from "./use-api.ts";

/**
 * Live news keep the list up to date once it is there; SWR does not load it again by itself then, because the rows would move
 * under the reader's eyes. Without live news, or without a list, it asks again as it does elsewhere: on focus and on reconnect.
 */
export function useSignalList(key: string): SWRResponse<SignalPage> {
  const { fallback, hasLiveNews } = useData();
  const { cache } = useSWRConfig();
  const isTold = useSyncExternalStore(hasLiveNews.subscribe, hasLiveNews.current, () => true);
  const isThere = fallback[key] !== undefined || cache.get(key)?.data !== undefined;
  const asksAgain = !isTold || !isThere;
  return useApi(key, SignalPage, {
    revalidateIfStale: false,
    revalidateOnFocus: asksAgain,
    revalidateOnReconnect: asksAgain,
  });
}
