/** SWR for the pages below: HTTP client, options, the server's data, and an empty cache after each sign-out. */
import { createContext, type ReactNode, use, useEffect, useLayoutEffect, useMemo } from "react";
import { type Arguments, type Cache, SWRConfig, useSWRConfig } from "swr";
import { isAuthenticated } from "#client/session/session-state.ts";
import { useSession } from "#client/session/session-context.tsx";
import type { Http } from "./http.ts";
import { currentUserKey } from "./keys.ts";
import { forgetOnMemberChange } from "./session-cache.ts";
import { swrOptions } from "./swr-options.ts";

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

// SWR's own cache belongs to the module, and on the server that is shared by everybody.
const config = { ...swrOptions, provider: (): Cache => new Map() };

function CacheKeeper({ loaded }: { readonly loaded: ByKey }) {
  const { session } = useSession();
  const { cache, mutate } = useSWRConfig();
  // What comes with a navigation is newer than what the page kept from an earlier address of its own.
  useLayoutEffect(() => {
    for (const key of Object.keys(loaded))
      if (cache.get(key)?.data !== undefined) void mutate(key, undefined, { revalidate: false });
  }, [loaded, cache, mutate]);
  useEffect(
    () =>
      forgetOnMemberChange(session, () => {
        const isMember = isAuthenticated(session.getState());
        const revalidate = (_data: unknown, key: Arguments) => isAskedForHere(key, isMember);
        void mutate(() => true, undefined, { revalidate });
      }),
    [session, mutate],
  );
  return null;
}

/** The member is the session's to ask for. After a sign-out the server would answer 401 to what only members get. */
function isAskedForHere(key: Arguments, isMember: boolean): boolean {
  if (typeof key !== "string" || key === currentUserKey) return false;
  return isMember || !/^\/api\/(profile|admin)\//.test(key);
}
