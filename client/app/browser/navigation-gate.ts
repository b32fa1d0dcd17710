/** Decides for every client navigation whether to replace it by a document load. */
import { createPath, NavigationType } from "react-router";
import type { BuildState } from "./build-state.ts";
import { type DocumentLocation, loadDocument, untilUnload } from "./document-load.ts";

interface Place {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/** The part of a data router that is needed; react-router's `DataRouter` has it. */
export interface GatedRouter {
  readonly state: { readonly location: Place; readonly navigation: PendingNavigation };
  readonly subscribe: (listener: (state: { readonly navigation: PendingNavigation }) => void) => () => void;
}

interface PendingNavigation {
  readonly location?: Place | undefined;
  readonly historyAction?: NavigationType | undefined;
}

export interface NavigationGateWorld {
  readonly build: Pick<BuildState, "isOutdated">;
  readonly location: DocumentLocation & Place;
}

export interface NavigationGate {
  /** From now on, navigations of an outdated build become document loads. */
  readonly watch: (router: GatedRouter) => void;
  /** Resolves at once; never settles while a document is being loaded. */
  readonly pass: () => Promise<void>;
  /** Loads the document of the pending navigation, or of the page shown; never settles. */
  readonly leave: () => Promise<never>;
  /** True while a document is being loaded. */
  readonly isLeaving: () => boolean;
  /** Path and query of the pending navigation, or of the page shown. */
  readonly targetPath: () => string;
}

export function createNavigationGate({ build, location }: NavigationGateWorld): NavigationGate {
  let router: GatedRouter | null = null;
  let isLeaving = false;

  function load({ location: target, historyAction }: PendingNavigation): void {
    isLeaving = true;
    if (target) loadDocument(location, createPath(target), historyAction ?? NavigationType.Push);
    else location.reload();
  }

  return {
    watch(watched) {
      router = watched;
      watched.subscribe(({ navigation }) => {
        if (!navigation.location) return;
        isLeaving = false;
        if (build.isOutdated()) load(navigation);
      });
    },
    pass: () => (isLeaving ? untilUnload() : Promise.resolve()),
    isLeaving: () => isLeaving,
    leave() {
      load(router?.state.navigation ?? {});
      return untilUnload();
    },
    targetPath() {
      const { pathname, search } = router?.state.navigation.location ?? router?.state.location ?? location;
      return pathname + search;
    },
  };
}
