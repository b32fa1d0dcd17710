/** Holds events that arrive before hydration: a press, and the browser's `beforeinstallprompt`. */

export interface HeldPresses {
  readonly isAny: () => boolean;
  /**
   * From now on React answers presses and hydrates the pressed component first; presses are still recorded in case React loses
   * one.
   */
  readonly letThrough: () => void;
  /**
   * Repeats the last press, unless React has answered it, and stops recording. `successorOf` gives the element to repeat it on.
   */
  readonly repeat: (successorOf: (pressed: HTMLElement) => HTMLElement | null) => void;
}

const PRESSES = "heldPresses";
const INSTALL_EVENT = "earlyInstallEvent";

/** Buttons that the browser itself handles: a repeated press would close what the first has opened. */
const SERVED_BY_BROWSER = "[popovertarget], [commandfor]";

/**
 * Records the last press that only the application can answer, until `letThrough` is called: a press on a button that submits
 * nothing and opens nothing by itself, or the submission of a form without `action`, which is prevented. Links and forms with
 * `action` work without the application.
 */
export function holdPresses(window: Window): void {
  const stopped = new AbortController();
  const options = { capture: true, signal: stopped.signal };
  let pressed: HTMLElement | null = null;
  let isLetThrough = false;
  /** The last press came after `letThrough`. */
  let isAnswered = false;

  const note = (element: HTMLElement) => {
    pressed = element;
    isAnswered = isLetThrough;
  };
  window.addEventListener(
    "click",
    ({ target }) => {
      const button = target instanceof Element ? target.closest("button") : null;
      if (!button || button.matches(SERVED_BY_BROWSER)) return;
      if (button.type === "button" || (isLetThrough && !button.form?.hasAttribute("action"))) note(button);
    },
    options,
  );
  window.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (isLetThrough || !(form instanceof HTMLFormElement) || form.hasAttribute("action")) return;
      event.preventDefault();
      note(form);
    },
    options,
  );
  const presses: HeldPresses = {
    isAny: () => pressed !== null,
    letThrough: () => {
      isLetThrough = true;
    },
    repeat(successorOf) {
      stopped.abort();
      // React replays the events that it has queued itself.
      const element = pressed && !(isAnswered && pressed.isConnected) ? successorOf(pressed) : null;
      if (element instanceof HTMLFormElement) element.requestSubmit();
      else element?.click();
    },
  };
  Object.assign(window, { [PRESSES]: presses });
}

/** The presses held by the document's first script (client/head-script.ts); undefined if that script did not run. */
export function heldPresses(): HeldPresses | undefined {
  return (window as Window & { readonly [PRESSES]?: HeldPresses })[PRESSES];
}

/** The event may come before any module has run. */
export function keepInstallEvent(window: Window): void {
  const keep = (event: Event) => {
    event.preventDefault();
    Object.assign(window, { [INSTALL_EVENT]: event });
  };
  window.addEventListener("beforeinstallprompt", keep, { once: true });
}

/** Undefined if the event has not come. */
export function earlyInstallEvent(window: Window): unknown {
  return INSTALL_EVENT in window ? window[INSTALL_EVENT] : undefined;
}
