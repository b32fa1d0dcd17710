/** Notifications in this browser are for the member who has switched them on. */
import { createBrowserHttp } from "#client/data/http.ts";
import type { Session } from "#client/features/session/session.ts";
import { Notifications } from "#shared/contracts/push.ts";
import { currentEndpoint, notificationsKey, unsubscribeBrowser } from "./browser-push.ts";

/** From now on they end with a sign-out, whether the site hears of it or not, and where another member signs in. */
export function keepPushOwn(session: Session): void {
  let { phase } = session.getState();
  session.subscribe(() => {
    const state = session.getState();
    if (state.phase === phase) return;
    phase = state.phase;
    // A browser that cannot end them now is looked at again with the next sign-in.
    if (state.phase === "signed-in") endAnothers(session).catch(() => {});
    if (state.phase === "signed-out" && state.isWanted) unsubscribeBrowser().catch(() => {});
  });
}

async function endAnothers(session: Session): Promise<void> {
  const endpoint = await currentEndpoint();
  if (endpoint === null) return;
  const http = createBrowserHttp(session.authenticatedFetch);
  const { devices } = await http.get(notificationsKey, Notifications);
  if (!devices.some((device) => device.endpoint === endpoint)) await unsubscribeBrowser();
}
