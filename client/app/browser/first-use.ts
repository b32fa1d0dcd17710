/** When a page that can be read without the application gets it all the same. */
import { APPLICATION_START_DELAY_MS } from "#shared/limits/browser.ts";

/**
 * Whatever comes before the press on a control, so that the application is there when the press comes; and the press itself,
 * which is all that some assistive technology sends.
 */
const SIGNS_OF_USE = ["pointermove", "pointerdown", "focusin", "click"] as const;

/** What the application answers. Links are none: the browser follows them, and has fetched the next page already. */
const CONTROLS = "button, input, select, textarea, summary, label";

/**
 * Calls `start` once: with the first sign that a control is going to be used, when another tab stores something (a member may
 * have signed in there), or when the page has stood open unused for a while: news, the background worker and the offer to
 * install wait for nobody.
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

/** Chrome tells of a move when a page appears under a pointer that nobody has touched. */
function isPointerAtRest({ type, movementX, movementY }: Event & Partial<MouseEvent>): boolean {
  return type === "pointermove" && movementX === 0 && movementY === 0;
}

/**
 * Calls `begin` once the document is shown, which it mostly is already: a browser may render one before anybody asks for it, as
 * Chromium does for an address that is being typed.
 */
export function whenShown(document: Document, begin: () => void): void {
  // TypeScript's DOM does not know the field yet.
  if (Reflect.get(document, "prerendering"))
    document.addEventListener("prerenderingchange", begin, { once: true });
  else begin();
}
