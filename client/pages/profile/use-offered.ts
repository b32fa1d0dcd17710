/** Whether the site's backend supports a call, so that the page does not offer what would be refused. */
import useSWR from "swr";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useData } from "#client/data/data-provider.tsx";
import { isTransient } from "#client/data/http-error.ts";

/** False until it is known; true if the backend does not say. */
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
