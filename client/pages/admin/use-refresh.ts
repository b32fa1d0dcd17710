/** Asks again for lists that an act has changed. */
import { useSWRConfig } from "swr";

/** Gives a function that has every shown answer whose API path begins so loaded again. */
export function useRefresh(): (...beginnings: readonly string[]) => void {
  const { mutate } = useSWRConfig();
  return (...beginnings) =>
    void mutate(
      (key) => typeof key === "string" && beginnings.some((beginning) => key.startsWith(beginning)),
    );
}
