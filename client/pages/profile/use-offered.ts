/** Whether the site's backend has a call: what it would refuse is not offered. */
import useSWR from "swr";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useData } from "#client/data/data-provider.tsx";
import { isTransient } from "#client/data/http-error.ts";

/** False until it is known; what the backend does not tell is offered. */
export function useOffered(method: string, path: string): boolean {
  const { hasOwnBackend } = useRuntimeConfig();
  const { http } = useData();
  const { data: methods, error } = useSWR(
    hasOwnBackend ? `OPTIONS ${path}` : null,
    () => http.methods(path),
    { revalidateOnFocus: false, shouldRetryOnError: isTransient },
  );
  if (!hasOwnBackend || error || methods === null) return true;
  return methods?.includes(method) ?? false;
}
