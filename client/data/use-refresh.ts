/** Revalidates answers after a change of what they show. */
import { useSWRConfig } from "swr";

/** Returns a function that revalidates all answers whose API path starts with one of the prefixes. */
export function useRefresh(): (...beginnings: readonly string[]) => void {
  const { mutate } = useSWRConfig();
  return (...beginnings) => {
    const isMeant = (key: unknown) =>
      typeof key === "string" && beginnings.some((beginning) => key.startsWith(beginning));
    // Rejects if the page was left since the change was sent, because SWR has then given up the page's cache.
    mutate(isMeant).catch(() => {});
  };
}
