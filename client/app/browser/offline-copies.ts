/**
 * The open page's part in offline copies: it reports client navigations to the service worker, which sees only documents, and
 * removes the notice above a copy (service-worker/offline-copy.ts) once fresh data is shown.
 */
import type { DataRouter } from "react-router";
import { type KeepPage, OFFLINE_NOTICE_ID } from "#shared/site/service-worker-messages.ts";

export interface ReportNavigationsWorld {
  /** True if the connection is good enough for another fetch. */
  readonly mayFetch: () => boolean;
  readonly tell: (message: KeepPage) => void;
}

/** Makes pages of client navigations open offline as well. Another filter of the page shown counts as the same page. */
export function reportNavigations(router: DataRouter, { mayFetch, tell }: ReportNavigationsWorld): void {
  let shown = router.state.location.pathname;
  router.subscribe(({ location: { pathname, search }, errors }) => {
    if (pathname === shown) return;
    shown = pathname;
    if (!errors && mayFetch()) tell({ keepPage: pathname + search });
  });
}

/** `navigator.onLine` may be true before the network works, so the notice stays until the site has answered. */
export function removeOfflineNotice(router: DataRouter): void {
  const notice = document.getElementById(OFFLINE_NOTICE_ID);
  if (!notice) return;
  const { pathname } = router.state.location;
  const unsubscribe = router.subscribe(({ location }) => {
    if (location.pathname !== pathname) end();
  });

  function end() {
    notice?.remove();
    unsubscribe();
    window.removeEventListener("online", renew);
  }

  async function renew() {
    const isReached = await fetch(location.href, { method: "HEAD" }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!isReached) return;
    await router.revalidate();
    end();
  }
  window.addEventListener("online", renew);
}
