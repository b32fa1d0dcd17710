/** Takes away what the service worker says above a copy (service-worker/kept-page.ts), once what is shown is no copy any more. */
import type { DataRouter } from "react-router";
import { KEPT_NOTICE_ID } from "#shared/service-worker.ts";

export type CopyRouter = Pick<DataRouter, "state" | "subscribe" | "revalidate">;

/** A browser may call itself online before the network answers: the page stays as it is until the site has answered. */
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
