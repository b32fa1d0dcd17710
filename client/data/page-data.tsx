/** The data of one page view: how it travels, and the provider that gives it to the page's SWR hooks. */
import { createContext, type ReactNode, Suspense, use, useEffect, useMemo } from "react";
import { useLoaderData, useLocation } from "react-router";
import { type Arguments, useSWRConfig } from "swr";
import * as v from "valibot";
import { useTranslation } from "react-i18next";
import { WHOLE_DOCUMENT_PARAM } from "#shared/site/routes.ts";
import type { ApiFetch } from "./api-fetch.ts";
import { DataProvider } from "./data-provider.tsx";
import { createBrowserHttp } from "./http.ts";

/** The answers to a page's keys, as they travel in the document and in `_payload.json`. */
export interface PageAnswers {
  /** Answers by SWR key; keys without a usable answer are missing. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** SWR keys whose requests failed: the page shows the failure at once, and the browser retries. */
  readonly failed: readonly string[];
  /**
   * SWR keys that this upstream does not know: the page says that the site does not offer this, and the browser does not retry.
   */
  readonly absent: readonly string[];
  /** Bodies of 400 answers by SWR key: the address holds an invalid value, such as a filter with no date. */
  readonly refusals: Readonly<Record<string, unknown>>;
}

/** Data of a page that is sent before the data has loaded. Never rejects. */
export interface LatePageData {
  readonly late: Promise<PageAnswers>;
}

export function isLate(data: unknown): data is LatePageData {
  return typeof data === "object" && data !== null && "late" in data;
}

/** Requests data as the signed-in member, or as a visitor. The session (features/session) implements it. */
export interface DataSource {
  /** Sends the member's token. */
  readonly authenticatedFetch: ApiFetch;
  /**
   * Calls back each time a session ends or passes to another member, before components that subscribe later hear of it. Not at
   * start-up, and not when a visitor signs in. Returns the function that unsubscribes.
   */
  readonly onMemberChange: (listener: (isMember: boolean) => void) => () => void;
}

export const DataSourceContext = createContext<DataSource | null>(null);

const ByKey = v.optional(v.record(v.string(), v.unknown()), {});
const Keys = v.optional(v.array(v.string()), []);
const Loaded = v.optional(v.object({ answers: ByKey, refusals: ByKey, failed: Keys, absent: Keys }), {});

export interface PageDataProps {
  /** Shown in place of the children while the server waits for their data. */
  readonly waiting?: ReactNode;
  readonly children: ReactNode;
}

/** Wraps a page, or the part of it that shows data; pages without data omit it. */
export function PageData({ waiting, children }: PageDataProps) {
  const loaded: unknown = useLoaderData();
  if (!isLate(loaded)) return <Provider loaded={loaded}>{children}</Provider>;
  return (
    <Suspense fallback={<Waiting>{waiting}</Waiting>}>
      <Late data={loaded.late}>{children}</Late>
    </Suspense>
  );
}

/**
 * Without script the streamed content would never replace the placeholder: such a browser is redirected to the unstreamed
 * document.
 */
function Waiting({ children }: { readonly children: ReactNode }) {
  const { pathname, search } = useLocation();
  const { t } = useTranslation("common");
  const query = new URLSearchParams(search);
  query.set(WHOLE_DOCUMENT_PARAM, "");
  return (
    <div>
      <noscript>
        <meta httpEquiv="refresh" content={`0;url=${pathname}?${query}`} />
      </noscript>
      {children}
      <p className="skeleton">{t("states.loading")}</p>
    </div>
  );
}

const LATE_DATA_ID = "late-data";

/** Renders the children once the data has loaded, and writes the data into the document for the browser. */
function Late({ data, children }: { readonly data: Promise<PageAnswers>; readonly children: ReactNode }) {
  const loaded = use(data);
  return (
    <>
      <data hidden id={LATE_DATA_ID} value={JSON.stringify(loaded)} suppressHydrationWarning />
      <Provider loaded={loaded}>{children}</Provider>
    </>
  );
}

/** The data that was streamed with the part that shows it. Only for the browser. */
export async function readLateData(document: Document): Promise<PageAnswers> {
  if (document.readyState === "loading") {
    await new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve, { once: true }));
  }
  const json = document.getElementById(LATE_DATA_ID)?.getAttribute("value");
  // Written by the server, so its shape is known.
  return JSON.parse(json ?? "{}") as PageAnswers;
}

function Provider({ loaded, children }: { readonly loaded: unknown; readonly children: ReactNode }) {
  const source = use(DataSourceContext);
  if (!source) throw new Error("Expected a DataSourceContext above");
  const { answers, refusals, failed, absent } = useMemo(() => v.parse(Loaded, loaded ?? undefined), [loaded]);
  const http = useMemo(() => createBrowserHttp(source.authenticatedFetch), [source]);
  return (
    <DataProvider http={http} fallback={answers} refusals={refusals} failed={failed} absent={absent}>
      <ForgetOnMemberChange source={source} />
      {children}
    </DataProvider>
  );
}

/** Clears the cache when the member changes, so that no data of one member is shown to another. */
function ForgetOnMemberChange({ source }: { readonly source: DataSource }) {
  const { mutate } = useSWRConfig();
  useEffect(
    () =>
      source.onMemberChange((isMember) => {
        // After a sign-out, paths that would answer 401 are not revalidated.
        const revalidate = (_data: unknown, key: Arguments) =>
          typeof key === "string" && (isMember || !/^\/api\/(profile|admin)\//.test(key));
        void mutate(() => true, undefined, { revalidate });
      }),
    [source, mutate],
  );
  return null;
}
