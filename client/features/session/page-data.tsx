/** A page's data for its SWR hooks: what the server or the payload has loaded, and how to ask for more. */
import { type ReactNode, Suspense, use, useEffect, useMemo } from "react";
import { useLoaderData, useLocation } from "react-router";
import { type Arguments, useSWRConfig } from "swr";
import * as v from "valibot";
import type { LatePageData, PageData as LoadedPageData } from "#client/data/page-data.ts";
import { useTranslation } from "react-i18next";
import { WHOLE_DOCUMENT_PARAM } from "#shared/routes.ts";
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
  /** Stands in the place of the children while the server waits for their data. */
  readonly waiting?: ReactNode;
  readonly children: ReactNode;
}

/** Stands once around a page, or around what of it shows data; pages without data leave it out and do not load SWR. */
export function PageData({ waiting, children }: PageDataProps) {
  const loaded: unknown = useLoaderData();
  if (!isLate(loaded)) return <Provider loaded={loaded}>{children}</Provider>;
  return (
    <Suspense fallback={<Waiting>{waiting}</Waiting>}>
      <Late data={loaded.late}>{children}</Late>
    </Suspense>
  );
}

function isLate(loaded: unknown): loaded is LatePageData {
  return typeof loaded === "object" && loaded !== null && "late" in loaded;
}

/** Without script nothing would come in its place: such a browser asks for the document in one piece. */
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

/** Shows the children once the data is there, and hands the browser what they are made from. */
function Late({ data, children }: { readonly data: Promise<LoadedPageData>; readonly children: ReactNode }) {
  const loaded = use(data);
  return (
    <>
      <data hidden id={LATE_DATA_ID} value={JSON.stringify(loaded)} suppressHydrationWarning />
      <Provider loaded={loaded}>{children}</Provider>
    </>
  );
}

/** What has come with the part of the document that shows it. Only for the browser. */
export async function readLateData(document: Document): Promise<LoadedPageData> {
  if (document.readyState === "loading") {
    await new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve, { once: true }));
  }
  const json = document.getElementById(LATE_DATA_ID)?.getAttribute("value");
  // The server wrote it.
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

/** What one member was shown is gone before anybody else is shown anything. */
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

/** The member is the session's to ask for. After a sign-out the server would answer 401 to what only members get. */
function isAskedForHere(key: Arguments, isMember: boolean): boolean {
  if (typeof key !== "string" || key === currentUserKey) return false;
  return isMember || !/^\/api\/(profile|admin)\//.test(key);
}

/**
 * Calls `forgetAll` each time a session ends or passes to another member, before any component hears of it through a later
 * subscription. Not at start-up, and not when a visitor signs in: what is in the cache then is public. Gives the
 * function that ends it.
 */
export function forgetOnMemberChange(session: Session, forgetAll: () => void): () => void {
  let { sessionNumber, phase } = session.getState();
  return session.subscribe(() => {
    const state = session.getState();
    if (state.sessionNumber !== sessionNumber && phase === "signed-in") forgetAll();
    ({ sessionNumber, phase } = state);
  });
}
