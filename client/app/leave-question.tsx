/** Asks before a client navigation that would lose input, as the browser does before it unloads a document. */
import { useEffect, useRef, useSyncExternalStore } from "react";
import { NavigationType, type Path, useBlocker } from "react-router";
import { losses, mayLeave, wouldLose } from "#client/features/form/question-before-leaving.ts";
import { useTranslation } from "react-i18next";
import { pageHref } from "#shared/site/routes.ts";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";

/**
 * Rendered once, in the layout. Mounts the blocker only when there may be something to lose, because the router logs a warning
 * for every hash link while a blocker is mounted.
 */
export function LeaveQuestion() {
  const mayBeAny = useSyncExternalStore(losses.subscribe, losses.current, () => false);
  return mayBeAny ? <Blocker /> : null;
}

function Blocker() {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("shell");
  const isNumbered = useRef(false);
  const loginPath = pageHref(language, "login");

  // Runs for every history entry shown: `useBlocker` renders this component with every navigation.
  useEffect(() => {
    isNumbered.current = isNumberedEntry(window.history.state);
  });

  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    // A dialog may belong to a row of a list, and closes when that row is removed.
    const isDialogOpen = document.querySelector("dialog[open]") !== null;
    const isLeaving = leavesView(currentLocation, nextLocation, loginPath, isDialogOpen);
    return isLeaving && (historyAction !== NavigationType.Pop || isNumbered.current) && wouldLose();
  });

  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (mayLeave(() => window.confirm(t("leaving")))) blocker.proceed();
    else blocker.reset();
  }, [blocker, t]);

  return null;
}

/** False for the login page, to which the end of a session navigates: the member cannot decline that. */
export function leavesView(
  from: Pick<Path, "pathname" | "search">,
  to: Pick<Path, "pathname" | "search">,
  loginPath: string,
  isDialogOpen: boolean,
): boolean {
  return to.pathname !== loginPath && (isDialogOpen || viewOf(from) !== viewOf(to));
}

/** A view is a pathname with its `view` parameter: another page of a list keeps the forms beside it. */
function viewOf({ pathname, search }: Pick<Path, "pathname" | "search">): string {
  return `${pathname}?${new URLSearchParams(search).get("view") ?? ""}`;
}

/**
 * False for an entry that a hash link of the document has created: only entries with the router's `idx` can be restored after a
 * blocked navigation.
 */
function isNumberedEntry(state: unknown): boolean {
  return typeof state === "object" && state !== null && "idx" in state && typeof state.idx === "number";
}
