/** What the address asks the admin area for. */
import { useSearchParams } from "react-router";
import { HttpError } from "#client/data/http-error.ts";
import { parseDateText } from "#shared/date-text.ts";
import { withoutStrays } from "#shared/pasted-text.ts";

/** What the area shows, by the address's `view`. */
export const ADMIN_VIEWS = [
  "signals",
  "queue",
  "corrections",
  "traders",
  "accounts",
  "audit",
  "keys",
  "messages",
  "webhooks",
  "observers",
  "vitals",
] as const;

/**
 * The named parameters of the page's address as the API takes them; `from` and `to` are dates. What is no date is passed
 * on as it is, so that the API refuses it and names the field.
 */
export function listQuery(query: URLSearchParams, names: readonly string[]): URLSearchParams {
  const search = new URLSearchParams();
  for (const name of names) {
    const value = withoutStrays(query.get(name) ?? "");
    if (!value) continue;
    search.set(name, name === "from" || name === "to" ? (parseDateText(value) ?? value) : value);
  }
  return search;
}

/** API path of a list: the named parameters of the page's address, its cursor, and what stands where the address says nothing. */
export function useListKey(
  path: string,
  names: readonly string[],
  defaults: Readonly<Record<string, string>> = {},
): string {
  const [query] = useSearchParams();
  const search = new URLSearchParams({
    ...defaults,
    ...Object.fromEntries(listQuery(query, [...names, "cursor"])),
  });
  return search.size > 0 ? `${path}?${search}` : path;
}

/** What the API said of each parameter of a list that it refused; null for any other error or none. */
export function refusedFields(error: unknown): Readonly<Record<string, unknown>> | null {
  return error instanceof HttpError && error.status === 400 ? (error.fields ?? {}) : null;
}
