/** The session of a tab, and what the tab does when it changes: notices, time zone, name in the header, forms. */
import type { i18n } from "i18next";
import type { DataRouter } from "react-router";
import { TOAST_LIFE_MS } from "#shared/limits/browser.ts";
import { createApiFetch } from "#client/data/api-fetch.ts";
import { HttpError } from "#client/data/http-error.ts";
import type { RuntimeConfig } from "#client/data/runtime-config.tsx";
import { readStored, store } from "#client/data/storage.ts";
import { browserWorld, createSession, type Session } from "#client/features/session/session.ts";
import { memberName } from "#client/features/session/member-mark.ts";
import { chooseZone } from "#client/ui/shown-zone.ts";
import { toasts } from "#client/ui/toasts/toast-store.ts";
import { loginHref, pageHref } from "#shared/site/routes.ts";
import { MEMBER_NAME_KEY, TIME_ZONE_KEY } from "#shared/site/storage-names.ts";
import { keepInterruptedForms } from "./form-state.ts";
import type { Shell } from "./shell.ts";

const SESSION_ENDED_TOAST = "session-ended";
const UNREACHABLE_TOAST = "server-unreachable";

export interface TabSessionWorld {
  readonly config: RuntimeConfig;
  readonly i18n: i18n;
  readonly router: DataRouter;
  readonly shell: Pick<Shell, "fetch" | "interruptedForms">;
}

/** The session is not started yet. */
export function createTabSession({ config, i18n, router, shell }: TabSessionWorld): Session {
  const { language } = config;
  const session = createSession(
    browserWorld({
      fetch: createApiFetch({ baseUrl: config.baseUrl, fetch: shell.fetch }),
      onSessionLost(error) {
        const { pathname, search } = router.state.location;
        const t = i18n.getFixedT(null, "session");
        const detail = isOfNoMember(error) ? "noMember" : interrupted.areKept() ? "detailKept" : "detail";
        toasts.add({
          id: SESSION_ENDED_TOAST,
          severity: "warn",
          summary: t("toast.ended.summary"),
          detail: t(`toast.ended.${detail}`),
          life: TOAST_LIFE_MS,
        });
        // On the login page the address already has the return address.
        if (pathname === pageHref(language, "login")) return;
        void router.navigate(loginHref(language, pathname + search), { replace: true });
      },
    }),
  );
  chooseZone(readStored(() => window.localStorage, TIME_ZONE_KEY));
  session.subscribe(() => keepOfMember(session));
  session.subscribe(createUnreachableNotice(session, i18n));
  session.subscribe(() => {
    // After a new sign-in, the message about the ended session is obsolete.
    if (session.getState().phase === "signed-in") toasts.remove(SESSION_ENDED_TOAST);
  });
  const interrupted = keepInterruptedForms(session, shell.interruptedForms);
  router.subscribe(interrupted.arrive);
  return session;
}

/** Stores the member's zone and name for the next document. Until the user has loaded, the stored values stay. */
function keepOfMember(session: Session): void {
  const { phase, user } = session.getState();
  if (phase === "signed-in" && user === null) return;
  const timeZone = user?.time_zone ?? null;
  chooseZone(timeZone);
  store(() => window.localStorage, TIME_ZONE_KEY, timeZone);
  store(() => window.localStorage, MEMBER_NAME_KEY, user && memberName(user));
}

/** A notice while the server fails to refresh the member's token, as it may for a deleted account. */
function createUnreachableNotice(session: Session, i18n: i18n): () => void {
  let isToldUnreachable = false;
  return () => {
    const state = session.getState();
    const error = state.phase === "signed-in" ? state.refreshError : null;
    const isUnreachable = error instanceof HttpError && error.status >= 500;
    if (isUnreachable === isToldUnreachable) return;
    isToldUnreachable = isUnreachable;
    if (!isUnreachable) return toasts.remove(UNREACHABLE_TOAST);
    const t = i18n.getFixedT(null, "session");
    toasts.add({
      id: UNREACHABLE_TOAST,
      severity: "warn",
      summary: t("toast.unreachable.summary"),
      detail: t("toast.unreachable.detail"),
    });
  };
}

/** True if the account behind the session was deleted or switched off. */
function isOfNoMember(error: unknown): boolean {
  return (
    error instanceof HttpError &&
    ["user_not_found", "user_inactive", "no_active_account"].includes(error.code)
  );
}
