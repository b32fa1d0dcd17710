/** SWR for a page: HTTP client, options, and the data that the server or the payload has loaded. */
import { createContext, type ReactNode, use, useLayoutEffect, useMemo } from "react";
import { type Cache, SWRConfig, type SWRConfiguration, useSWRConfig } from "swr";
import { SWR_TIMES } from "#shared/limits/calls.ts";
import type { Http } from "./http.ts";
import { isTransient, logOwnFault } from "./http-error.ts";
import { isSignalList } from "./keys.ts";

type ByKey = Readonly<Record<string, unknown>>;

interface Data {
  readonly http: Http;
  /** Unparsed answers; `useApi` parses them. */
  readonly fallback: ByKey;
  readonly refusals: ByKey;
  readonly failed: readonly string[];
  readonly absent: readonly string[];
}

const DataContext = createContext<Data | null>(null);

export interface DataProviderProps {
  readonly http: Http;
  /** Answers that the server or the page's payload has fetched, by key. */
  readonly fallback: ByKey;
  /** Bodies of 400 answers by key; such a key is not requested again. */
  readonly refusals?: ByKey;
  /** Keys whose request failed; each is an error until the browser has an answer. */
  readonly failed?: readonly string[];
  /** Keys that the API does not know; such a key is not requested again. */
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

/** The HTTP client has retried already. SWR retries later, with its own growing pauses, and only after transient failures. */
const config = {
  onError: logOwnFault,
  shouldRetryOnError: isTransient,
  ...SWR_TIMES,
  // SWR's default cache is a module global, which on the server all requests would share.
  provider: (): Cache => new Map(),
} satisfies SWRConfiguration;

function CacheKeeper({ loaded }: { readonly loaded: ByKey }) {
  const { cache, mutate } = useSWRConfig();
  // Data of a new navigation replaces data cached under another address of the page. It may have been prefetched, so
  // SWR revalidates it as on a new page; lists of signals are merged with live news instead.
  useLayoutEffect(() => {
    for (const key of Object.keys(loaded))
      if (cache.get(key)?.data !== undefined) void mutate(key, undefined, { revalidate: !isSignalList(key) });
  }, [loaded, cache, mutate]);
  return null;
}
