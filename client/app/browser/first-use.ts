/** Decides when to start the application on a page that can be read without it. */
import { APPLICATION_START_DELAY_MS } from "#shared/limits/browser.ts";

/**
 * Events that precede a press on a control, so that the application has started when the press comes; and `click`, the only
 * event that some assistive technology sends.
 */
const SIGNS_OF_USE = ["pointermove", "pointerdown", "focusin", "click"] as const;

/**
 * Controls that need the application. Links do not: the browser follows them, and has already prefetched the next page.
 */
const CONTROLS = "button, input, select, textarea, summary, label";

/**
 * Calls `start` once: at the first sign that a control is about to be used, when another tab stores something (a member may
 * have signed in there), or after `APPLICATION_START_DELAY_MS` without use, because live news, the service worker and the
 * install offer need no press.
 */
export function whenUsed(target: EventTarget, start: () => void): void {
  const used = new AbortController();
  const startOnce = () => {
    used.abort();
    clearTimeout(timer);
    start();
  };
  const timer = setTimeout(startOnce, APPLICATION_START_DELAY_MS);
  const take = (event: Event) => {
    if (isOnControl(event) && !isPointerAtRest(event)) startOnce();
  };
  for (const sign of SIGNS_OF_USE) {
    target.addEventListener(sign, take, { capture: true, passive: true, signal: used.signal });
  }
  target.addEventListener("storage", startOnce, { signal: used.signal });
}

function isOnControl({ target }: Event): boolean {
  return target instanceof Element && target.closest(CONTROLS) !== null;
}

/** Chrome fires `pointermove` without movement when a page appears under a resting pointer. */
function isPointerAtRest({ type, movementX, movementY }: Event & Partial<MouseEvent>): boolean {
  return type === "pointermove" && movementX === 0 && movementY === 0;
}

/**
 * Calls `begin` once the document is shown, which is usually at once: a browser may prerender a document before it is opened,
 * as Chromium does while an address is being typed.
 */
export function whenShown(document: Document, begin: () => void): void {
  // TypeScript's DOM does not know the field yet.
  if (Reflect.get(document, "prerendering"))
    document.addEventListener("prerenderingchange", begin, { once: true });
  else begin();
}
