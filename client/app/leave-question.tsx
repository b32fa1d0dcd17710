/** A client navigation that would lose something asks first, as the browser does before it leaves a document. */
import { useEffect, useRef, useSyncExternalStore } from "react";
import { NavigationType, type Path, useBlocker } from "react-router";
import { losses, mayLeave, wouldLose } from "#client/features/form/question-before-leaving.ts";
import { useTranslation } from "react-i18next";
import { pageHref } from "#shared/routes.ts";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";

/** Stands once in the layout. A blocker only where it may be needed: the router warns of every hash link while there is one. */
export function LeaveQuestion() {
  const mayBeAny = useSyncExternalStore(losses.subscribe, losses.current, () => false);
  return mayBeAny ? <Blocker /> : null;
}

function Blocker() {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("shell");
  const isNumbered = useRef(false);
  const loginPath = pageHref(language, "login");

  // Of the entry shown: `useBlocker` has this rendered with every navigation.
  useEffect(() => {
    isNumbered.current = isNumberedEntry(window.history.state);
  });

  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    // A dialog may belong to a row of a list, and go with that row.
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

/** False for the login page, to which the end of a session leads: nobody can decline that. */
export function leavesView(
  from: Pick<Path, "pathname" | "search">,
  to: Pick<Path, "pathname" | "search">,
  loginPath: string,
  isDialogOpen: boolean,
): boolean {
  return to.pathname !== loginPath && (isDialogOpen || viewOf(from) !== viewOf(to));
}

/** Another page of a list leaves what stands beside it. */
function viewOf({ pathname, search }: Pick<Path, "pathname" | "search">): string {
  return `${pathname}?${new URLSearchParams(search).get("view") ?? ""}`;
}

/**
 * False for an entry that a hash link of the document itself has made: the router, which numbers its own, could not come back
 * to it.
 */
function isNumberedEntry(state: unknown): boolean {
  return typeof state === "object" && state !== null && "idx" in state && typeof state.idx === "number";
}
