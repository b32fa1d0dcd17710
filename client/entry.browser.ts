/**
 * The browser's first script. It is small, because a page can be read and left without the application: that starts where the
 * page lives on it, where a member is signed in or what was typed is to be put back, and otherwise with the first sign that the
 * visitor uses a control, or after a while. Until then links lead to documents, which the browser fetches ahead.
 */
import "./app/styles/main.css";
import { assetsInDocument, type DocumentAssets } from "./app/browser/document-assets.ts";
import { whenShown, whenUsed } from "./app/browser/first-use.ts";
import { heldPresses } from "./app/browser/event-replay.ts";
import { keepHashOnSubmit, keepLanguageCookie } from "./app/browser/language-choice.ts";
import { createReloadGuard } from "./app/browser/reload-guard.ts";
import { followTheme, showKeptTheme } from "./app/theme.ts";
import { hasStoredSession, setMemberMark } from "./features/session/member-mark.ts";
import { readStored } from "#client/data/storage.ts";
import { FORM_STATE_KEY } from "#shared/storage-names.ts";

whenShown(document, begin);

function begin(): void {
  // Before the first import: the loader of chunks adds preload links of its own.
  const assets = assetsInDocument(document);
  keepHashOnSubmit(document);
  keepLanguageCookie();
  // Once more, for what the document has below its first script.
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
  // From here on the application fetches ahead.
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
    // Where a newer document does not help either, or offline none can come, this one can still be read, and its links work.
    if (navigator.onLine && takeReload(window.location.pathname)) window.location.reload();
  }
}

/** All at once: otherwise each would be found only after the one that imports it. */
function preload(hrefs: readonly string[]): void {
  for (const href of hrefs) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  }
}
