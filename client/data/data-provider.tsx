/** SWR for a page: HTTP client, options, and the data that the server or the payload has loaded. */
import { createContext, type ReactNode, use, useLayoutEffect, useMemo } from "react";
import { type Cache, SWRConfig, type SWRConfiguration, useSWRConfig } from "swr";
import type { Http } from "./http.ts";
import { isTransient, logOwnFault } from "./http-error.ts";
import { isSignalList } from "./keys.ts";

type ByKey = Readonly<Record<string, unknown>>;

interface Data {
  readonly http: Http;
  /** As they came; `useApi` parses them. */
  readonly fallback: ByKey;
  readonly refusals: ByKey;
  readonly failed: readonly string[];
  readonly absent: readonly string[];
}

const DataContext = createContext<Data | null>(null);

export interface DataProviderProps {
  readonly http: Http;
  /** What the server or the page's payload has fetched already, by key. */
  readonly fallback: ByKey;
  /** Bodies of 400 answers to what it asked for, by key; such a key is not asked for again. */
  readonly refusals?: ByKey;
  /** Keys that it asked for in vain; until the browser has an answer, each is an error. */
  readonly failed?: readonly string[];
  /** Keys that the API does not know; such a key is not asked for again. */
  readonly absent?: readonly string[];
  readonly children: ReactNode;
}

const NONE: ByKey = {};
const NO_KEYS: readonly string[] = [];

export function DataProvider({
  http,
  fallback,
  refusals = NONE,
  failed = NO_KEYS,
  absent = NO_KEYS,
  children,
}: DataProviderProps) {
  const data = useMemo(
    () => ({ http, fallback, refusals, failed, absent }),
    [http, fallback, refusals, failed, absent],
  );
  return (
    <DataContext value={data}>
      <SWRConfig value={config}>
        <CacheKeeper loaded={fallback} />
        {children}
      </SWRConfig>
    </DataContext>
  );
}

/** The HTTP client and the server's data of this page. Throws outside a `DataProvider`. */
export function useData(): Data {
  const data = use(DataContext);
  if (!data) throw new Error("Expected a DataProvider above");
  return data;
}

/**
 * The HTTP client has repeated already; SWR asks again later, with its own growing pauses, and only where the failure
 * blames the moment.
 */
const config = {
  onError: logOwnFault,
  shouldRetryOnError: isTransient,
  errorRetryInterval: 10_000,
  errorRetryCount: 5,
  dedupingInterval: 2_000,
  // SWR's own cache belongs to the module, and on the server that is shared by everybody.
  provider: (): Cache => new Map(),
} satisfies SWRConfiguration;

function CacheKeeper({ loaded }: { readonly loaded: ByKey }) {
  const { cache, mutate } = useSWRConfig();
  // What comes with a navigation takes the place of what the page kept from an earlier address of its own, and is asked for again
  // as on a new page: it may have been fetched ahead. Lists are joined with live news instead.
  useLayoutEffect(() => {
    for (const key of Object.keys(loaded))
      if (cache.get(key)?.data !== undefined) void mutate(key, undefined, { revalidate: !isSignalList(key) });
  }, [loaded, cache, mutate]);
  return null;
}
