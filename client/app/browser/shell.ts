/** The services around the router in a browser: builds, failed parts, page data, reloads. Created once a document. */
import { leaveWithForms } from "#client/features/form/question-before-leaving.ts";
import { serviceWorkers } from "#client/data/service-workers.ts";
import { hasUnsavedInput } from "#client/ui/fields.ts";
import { BUILD_ID_HEADER } from "#shared/site/build-manifest.ts";
import { DEFAULT_LANGUAGE, isLanguage } from "#shared/site/languages.ts";
import { hrefInLanguage } from "#shared/site/routes.ts";
import { createBuildState, type BuildState } from "./build-state.ts";
import {
  type InterruptedFormsWorld,
  saveFormState,
  saveInterrupted,
  takeFormState,
  takeInterrupted,
} from "./form-state.ts";
import { createNavigationGate, type NavigationGate } from "./navigation-gate.ts";
import { canLoadDocument } from "./document-load.ts";
import { createPartFailure, type PartFailure } from "./part-failure.ts";
import { createPayloads, type Payloads } from "./payloads.ts";
import { createReloadGuard, type TakeReload } from "./reload-guard.ts";
import { RESTORE_WINDOW_MS } from "#shared/limits/browser.ts";

export interface Shell {
  readonly build: BuildState;
  readonly gate: NavigationGate;
  readonly parts: PartFailure;
  readonly payloads: Payloads;
  readonly takeReload: TakeReload;
  /** `fetch` that records the build id of each answer. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly path: () => string;
  /** True while a reload would lose something typed or an open dialog. */
  readonly hasUnsavedInput: () => boolean;
  /** Loads the page's document again and keeps what was typed. */
  readonly reload: () => void;
  /** Restores the text of the fields after such a reload. */
  readonly restoreForms: () => void;
  readonly interruptedForms: InterruptedFormsWorld;
}

export function createShell(buildId: string): Shell {
  const build = createBuildState(buildId);
  const gate = createNavigationGate({ build, location: window.location });
  const takeReload = createReloadGuard({ storage: () => window.sessionStorage, now: Date.now });
  const forms = { document, storage: () => window.sessionStorage, now: Date.now };
  const path = () => window.location.pathname + window.location.search;
  const source = () => ({ onLine: navigator.onLine, serviceWorker: serviceWorkers() });

  /** Path and query without the language, which may change between saving and restoring. */
  const page = () => hrefInLanguage(path(), DEFAULT_LANGUAGE) ?? path();

  const isDialogOpen = () => document.querySelector("dialog[open]") !== null;

  /**
   * Saves the forms for the document of `target`. Skips the browser's question before unloading if everything can be restored:
   * no dialog is open and the browser is online.
   */
  function keepForms(target: string): void {
    if (saveFormState(forms, target) && !isDialogOpen() && navigator.onLine) leaveWithForms();
  }

  function loadKeepingForms(target: string): void {
    if (target === path()) {
      keepForms(target);
      window.location.reload();
    } else {
      saveFormState(forms, path());
      window.location.assign(target);
    }
  }

  // The language switch loads this page's document in another language.
  document.addEventListener("submit", ({ submitter }) => {
    const language = submitter?.getAttribute("value");
    const target = isLanguage(language) && hrefInLanguage(path(), language);
    if (target) keepForms(target);
  });

  window.addEventListener("pageshow", ({ persisted }) => {
    // The back/forward cache has restored a page that was about to be replaced.
    if (persisted && gate.isLeaving()) window.location.reload();
  });

  async function fetchNoticing(url: string, init: RequestInit): Promise<Response> {
    const response = await fetch(url, init);
    build.saw(response.headers.get(BUILD_ID_HEADER));
    return response;
  }

  return {
    build,
    gate,
    takeReload,
    path,
    fetch: fetchNoticing,
    parts: createPartFailure({
      takeReload: (target) => canLoadDocument(source(), target === path()) && takeReload(target),
      reload: loadKeepingForms,
      // oxlint-disable-next-line no-console -- what failed must be seen before the reload hides it
      log: (error) => console.error(error),
    }),
    payloads: createPayloads({
      fetch: (url, init) => fetch(url, init),
      now: Date.now,
      buildId,
      sawBuild: build.saw,
    }),
    hasUnsavedInput: () => [...document.forms].some(hasUnsavedInput) || isDialogOpen(),
    reload: () => loadKeepingForms(path()),
    restoreForms() {
      const endsMs = Date.now() + RESTORE_WINDOW_MS;
      restore(takeFormState(forms, path()), () => Date.now() > endsMs);
    },
    interruptedForms: {
      save: (member) => saveInterrupted(forms, page(), member),
      restore(member) {
        const restored = page();
        // Retries as long as the page is shown: fields in a dialog appear only when it is opened again.
        restore(takeInterrupted(forms, restored, member), () => page() !== restored);
      },
    },
  };
}

/** Fields that depend on the session or on page data appear after the first render, so `fill` is retried on DOM changes. */
function restore(fill: (() => boolean) | null, isOver: () => boolean): void {
  if (!fill?.()) return;
  const arrivals = new MutationObserver(() => {
    if (isOver() || !fill()) arrivals.disconnect();
  });
  arrivals.observe(document.body, { childList: true, subtree: true });
}
