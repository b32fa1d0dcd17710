/** Reads the admin area's parameters from the address. */
import { useSearchParams } from "react-router";
import { useAbsentParts } from "#client/data/runtime-config.tsx";
import { HttpError } from "#client/data/http-error.ts";
import { parseDateText } from "#shared/time/date-text.ts";
import { withoutStrays } from "#shared/text/pasted-text.ts";

/** What the area shows, by the address's `view`, in the groups of its navigation. */
export const ADMIN_GROUPS = {
  record: ["signals", "queue", "corrections"],
  people: ["traders", "accounts"],
  connections: ["keys", "messages", "webhooks"],
  operation: ["audit", "witnesses", "vitals"],
} as const;
export const ADMIN_VIEWS = [
  ...ADMIN_GROUPS.record,
  ...ADMIN_GROUPS.people,
  ...ADMIN_GROUPS.connections,
  ...ADMIN_GROUPS.operation,
] as const;

/** Those that this site has: two show parts of their own. */
export function useOfferedViews() {
  const absent = useAbsentParts();
  const [first, ...others] = ADMIN_VIEWS;
  const isOffered = (view: (typeof ADMIN_VIEWS)[number]) =>
    !(view === "witnesses" && absent.includes("log")) && !(view === "vitals" && absent.includes("vitals"));
  return [first, ...others.filter(isOffered)] as const;
}

/**
 * The named parameters of the page's address as the API takes them; `from` and `to` are dates. Anything that is no date is
 * passed on unchanged, so that the API refuses it and names the field.
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

/**
 * API path of a list: the named parameters of the page's address, its cursor, and defaults for parameters that the address
 * lacks.
 */
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

/** Messages of the API by refused parameter of a list; null for any other error or none. */
export function refusedFields(error: unknown): Readonly<Record<string, unknown>> | null {
  return error instanceof HttpError && error.status === 400 ? (error.fields ?? {}) : null;
}
