/** Reads the admin area's parameters from the address. */
import { useSearchParams } from "react-router";
import type * as v from "valibot";
import { HttpError } from "#client/data/http-error.ts";
import { useAbsentParts } from "#client/data/runtime-config.tsx";
import { useApi } from "#client/data/use-api.ts";
import { SignalPage } from "#shared/contracts/signals.ts";
import { QUEUE_REFRESH_MS } from "#shared/limits/lists.ts";
import { parseDateText } from "#shared/time/date-text.ts";
import { withoutStrays } from "#shared/text/pasted-text.ts";

/** What the area shows, by the address's `view`. */
export const ADMIN_VIEWS = [
  "signals",
  "queue",
  "corrections",
  "traders",
  "accounts",
  "keys",
  "messages",
  "webhooks",
  "audit",
  "witnesses",
  "vitals",
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

/**
 * A list of signals that staff act on, or the public list if the backend has only that. `isWhole` if it is the first.
 */
export function useSignalList<Page extends v.GenericSchema<unknown, SignalPage>>(
  schema: Page,
  key: string,
  publicKey: string,
) {
  const staff = useApi(key, schema, { refreshInterval: (page) => (page ? QUEUE_REFRESH_MS : 0) });
  const isWhole = !(staff.error instanceof HttpError && [404, 405].includes(staff.error.status));
  const open = useApi(isWhole ? null : publicKey, SignalPage);
  return isWhole ? { answer: staff, page: staff.data, isWhole } : { answer: open, page: undefined, isWhole };
}
