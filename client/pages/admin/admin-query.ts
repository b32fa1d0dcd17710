/** Which page of which list the address asks for. */
import { useSearchParams } from "react-router";

/** API path of a list: the named parameters of the page's address, its cursor, and what is fixed. */
export function useListKey(
  path: string,
  names: readonly string[],
  fixed: Readonly<Record<string, string>> = {},
): string {
  const [query] = useSearchParams();
  const search = new URLSearchParams(fixed);
  for (const name of [...names, "cursor"]) {
    const value = query.get(name)?.trim();
    if (value) search.set(name, value);
  }
  return search.size > 0 ? `${path}?${search}` : path;
}
