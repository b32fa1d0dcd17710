/** Provides a page's SWR hooks with the data that the server or the payload has loaded, and with an HTTP client. */
import { type ReactNode, Suspense, use, useEffect, useMemo } from "react";
import { useLoaderData, useLocation } from "react-router";
import { type Arguments, useSWRConfig } from "swr";
import * as v from "valibot";
import { isLate, type PageData as LoadedPageData } from "#client/data/page-data.ts";
import { useTranslation } from "react-i18next";
import { WHOLE_DOCUMENT_PARAM } from "#shared/site/routes.ts";
import { DataProvider } from "#client/data/data-provider.tsx";
import { createBrowserHttp } from "#client/data/http.ts";
import { currentUserKey } from "#client/data/keys.ts";
import type { Session } from "./session.ts";
import { isAuthenticated } from "./session-state.ts";
import { useSession } from "./session-context.tsx";

const ByKey = v.optional(v.record(v.string(), v.unknown()), {});
const Keys = v.optional(v.array(v.string()), []);
const Loaded = v.optional(v.object({ answers: ByKey, refusals: ByKey, failed: Keys, absent: Keys }), {});

export interface PageDataProps {
  /** Shown in place of the children while the server waits for their data. */
  readonly waiting?: ReactNode;
  readonly children: ReactNode;
}

/** Wraps a page, or the part of it that shows data; pages without data omit it and do not load SWR. */
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
function Late({ data, children }: { readonly data: Promise<LoadedPageData>; readonly children: ReactNode }) {
  const loaded = use(data);
  return (
    <>
      <data hidden id={LATE_DATA_ID} value={JSON.stringify(loaded)} suppressHydrationWarning />
      <Provider loaded={loaded}>{children}</Provider>
    </>
  );
}

/** The data that was streamed with the part that shows it. Only for the browser. */
export async function readLateData(document: Document): Promise<LoadedPageData> {
  if (document.readyState === "loading") {
    await new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve, { once: true }));
  }
  const json = document.getElementById(LATE_DATA_ID)?.getAttribute("value");
  // Written by the server, so its shape is known.
  return JSON.parse(json ?? "{}") as LoadedPageData;
}

function Provider({ loaded, children }: { readonly loaded: unknown; readonly children: ReactNode }) {
  const { session } = useSession();
  const { answers, refusals, failed, absent } = useMemo(() => v.parse(Loaded, loaded ?? undefined), [loaded]);
  const http = useMemo(() => createBrowserHttp(session.authenticatedFetch), [session]);
  return (
    <DataProvider http={http} fallback={answers} refusals={refusals} failed={failed} absent={absent}>
      <ForgetOnMemberChange />
      {children}
    </DataProvider>
  );
}

/** Clears the cache when the member changes, so that no data of one member is shown to another. */
function ForgetOnMemberChange() {
  const { session } = useSession();
  const { mutate } = useSWRConfig();
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

/** False for the current user, whom the session loads itself, and, after a sign-out, for paths that would answer 401. */
function isAskedForHere(key: Arguments, isMember: boolean): boolean {
  if (typeof key !== "string" || key === currentUserKey) return false;
  return isMember || !/^\/api\/(profile|admin)\//.test(key);
}

/**
 * Calls `forgetAll` each time a session ends or passes to another member, before components that subscribe later hear of it.
 * Not at start-up, and not when a visitor signs in: the cache then holds public data only. Returns the function that
 * unsubscribes.
 */
export function forgetOnMemberChange(session: Session, forgetAll: () => void): () => void {
  let { sessionNumber, phase } = session.getState();
  return session.subscribe(() => {
    const state = session.getState();
    if (state.sessionNumber !== sessionNumber && phase === "signed-in") forgetAll();
    ({ sessionNumber, phase } = state);
  });
}
