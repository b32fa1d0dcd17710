/**
 * The browser's first script. It is small, because a page can be read and left without the application. The application starts
 * at once if the page needs it, if a member is signed in or if input is to be restored; otherwise at the first sign that the
 * visitor uses a control, or after a while. Until then links load documents, which the browser prefetches.
 */
import "./app/styles/main.css";
import { assetsInDocument, type DocumentAssets } from "./app/boot-data.ts";
import { whenShown, whenUsed } from "./app/browser/first-use.ts";
import { heldPresses } from "./app/browser/event-replay.ts";
import { keepHashOnSubmit, keepLanguageCookie } from "./i18n/language-choice.ts";
import { createReloadGuard } from "./app/browser/reload-guard.ts";
import { followTheme, showKeptTheme } from "./app/theme.ts";
import { hasStoredSession, setMemberMark } from "./features/session/member-mark.ts";
import { readStored } from "#client/data/storage.ts";
import { FORM_STATE_KEY } from "#shared/site/storage-names.ts";

whenShown(document, begin);

function begin(): void {
  // Must run before the first import, because the loader of chunks adds preload links of its own.
  const assets = assetsInDocument(document);
  keepHashOnSubmit(document);
  keepLanguageCookie();
  // Runs again for the part of the document below its first script.
  showKeptTheme();
  followTheme();
  const startNow = () => void start(assets);
  const isWanted =
    heldPresses()?.isAny() ||
    hasStoredSession(() => window.localStorage) ||
    readStored(() => window.sessionStorage, FORM_STATE_KEY) !== null;
  if (assets.parts.length === 0 || isWanted) startNow();
  else whenUsed(window, startNow);
}

async function start(assets: DocumentAssets): Promise<void> {
  // From now on the application prefetches.
  document.querySelector('script[type="speculationrules"]')?.remove();
  preload(assets.parts);
  try {
    const { startApplication } = await import("./start-application.tsx");
    startApplication(assets, heldPresses());
  } catch (error) {
    // oxlint-disable-next-line no-console -- what failed must be seen before the reload hides it
    console.error("Error while loading the application", error);
    setMemberMark(document.documentElement, false);
    const takeReload = createReloadGuard({ storage: () => window.sessionStorage, now: Date.now });
    // If a newer document does not help, or none can be loaded offline, this one can still be read, and its links work.
    if (navigator.onLine && takeReload(window.location.pathname)) window.location.reload();
  }
}

/** Preloads all at once; otherwise each would be requested only after the one that imports it. */
function preload(hrefs: readonly string[]): void {
  for (const href of hrefs) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  }
}
