/**
 * Removes the notice that the service worker puts above a stored copy (service-worker/kept-answers.ts), once fresh data is shown.
 */
import type { DataRouter } from "react-router";
import { KEPT_NOTICE_ID } from "#shared/service-worker.ts";

export type CopyRouter = Pick<DataRouter, "state" | "subscribe" | "revalidate">;

/** `navigator.onLine` may be true before the network works, so the notice stays until the site has answered. */
export function endKeptNotice(router: CopyRouter): void {
  const notice = document.getElementById(KEPT_NOTICE_ID);
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
