/**
 * Handles a part of the page (a chunk) that could not be loaded: reloads once, then shows the failure.
 *
 * A reload helps if the part belonged to an older build. Any other cause outlasts a reload, so a second failure within 10 s is
 * shown.
 */
import { PART_MISSING, type PageError } from "#client/ui/error-page-content.ts";
import { untilUnload } from "./document-load.ts";
import type { TakeReload } from "./reload-guard.ts";
import { DEFAULT_ERROR_STATUS } from "#shared/limits/browser.ts";

export interface PartFailureWorld {
  readonly takeReload: TakeReload;
  /** Saves what was typed and loads the document of `path`. */
  readonly reload: (path: string) => void;
  readonly log: (error: unknown) => void;
}

export interface PartFailure {
  /**
   * The part that `load` imports. A failure reloads `path` and never settles, or rejects with the page error to show.
   */
  readonly orReload: <Part>(path: string, load: () => Promise<Part>) => Promise<Part>;
  /** Does the same for a failure that happened outside `orReload`; true if it reloads. */
  readonly reloadAfter: (path: string, error: unknown) => boolean;
  /** The part, or null on failure: for prefetching, whose failure is not reported. */
  readonly orNothing: <Part>(load: () => Promise<Part>) => Promise<Part | null>;
  /** True for an error that one of the functions above has handled. */
  readonly isKnown: (error: unknown) => boolean;
}

const PAGE_ERROR: PageError = { status: DEFAULT_ERROR_STATUS, ...PART_MISSING };

export function createPartFailure({ takeReload, reload, log }: PartFailureWorld): PartFailure {
  const known = new WeakSet<object>();
  const remember = (error: unknown) => {
    if (typeof error === "object" && error !== null) known.add(error);
  };

  function reloadAfter(path: string, error: unknown): boolean {
    remember(error);
    log(error);
    if (!takeReload(path)) return false;
    reload(path);
    return true;
  }

  return {
    reloadAfter,
    isKnown: (error) => typeof error === "object" && error !== null && known.has(error),
    async orReload(path, load) {
      try {
        return await load();
      } catch (error) {
        if (reloadAfter(path, error)) return untilUnload();
        // A page error instead of an Error: the error page shows its reason and no internals of the failure.
        // oxlint-disable-next-line typescript/only-throw-error
        throw PAGE_ERROR;
      }
    },
    async orNothing(load) {
      try {
        return await load();
      } catch (error) {
        remember(error);
        return null;
      }
    },
  };
}

export interface LazyPartWorld {
  readonly parts: Pick<PartFailure, "isKnown" | "reloadAfter">;
  readonly path: () => string;
  /** Tells the visitor that the part is missing; the page stays. */
  readonly tell: () => void;
}

/**
 * Handles the bundler's event for a failed `import()`. The promise of the import rejects only after this event, so the decision
 * waits until the caller has handled it; the mark lets a resulting error page name the reason.
 */
export function watchLazyParts(target: EventTarget, { parts, path, tell }: LazyPartWorld): void {
  target.addEventListener("vite:preloadError", (event) => {
    const error: unknown = "payload" in event ? event.payload : null;
    if (error instanceof Error) Object.assign(error, PART_MISSING);
    setTimeout(() => {
      if (!parts.isKnown(error) && !parts.reloadAfter(path(), error)) tell();
    });
  });
}
