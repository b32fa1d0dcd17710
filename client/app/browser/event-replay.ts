/** Keeps what came before the application could take it: a press, and the browser's offer to install. */

export interface HeldPresses {
  readonly isAny: () => boolean;
  /** From here on React answers, which hydrates what was pressed first; a press is noted all the same, in case it is lost. */
  readonly letThrough: () => void;
  /** Makes the last one happen, unless React has answered it, and notes no more. `successorOf` gives what it is now made on. */
  readonly repeat: (successorOf: (pressed: HTMLElement) => HTMLElement | null) => void;
}

const PRESSES = "heldPresses";
const INSTALL_EVENT = "earlyInstallEvent";

/**
 * Until they are let through, holds the last press that only the application answers: of a button that submits nothing, or of a
 * form that has no address of its own, which is not sent. Links, and forms that the server answers, go their own way.
 */
export function holdPresses(window: Window): void {
  const stopped = new AbortController();
  const options = { capture: true, signal: stopped.signal };
  let pressed: HTMLElement | null = null;
  let isLetThrough = false;
  /** The last press was let through. */
  let isAnswered = false;

  const note = (element: HTMLElement) => {
    pressed = element;
    isAnswered = isLetThrough;
  };
  window.addEventListener(
    "click",
    ({ target }) => {
      const button = target instanceof Element ? target.closest("button") : null;
      if (button && (button.type === "button" || (isLetThrough && !button.form?.hasAttribute("action")))) {
        note(button);
      }
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
      // React answers what it has kept.
      const element = pressed && !(isAnswered && pressed.isConnected) ? successorOf(pressed) : null;
      if (element instanceof HTMLFormElement) element.requestSubmit();
      else element?.click();
    },
  };
  Object.assign(window, { [PRESSES]: presses });
}

/** Those of this document, whose first script holds them (client/early.ts); undefined where something has kept it out. */
export function heldPresses(): HeldPresses | undefined {
  return (window as Window & { readonly [PRESSES]?: HeldPresses })[PRESSES];
}

/** The browser's offer may come before any module has run. */
export function keepInstallEvent(window: Window): void {
  const keep = (event: Event) => {
    event.preventDefault();
    Object.assign(window, { [INSTALL_EVENT]: event });
  };
  window.addEventListener("beforeinstallprompt", keep, { once: true });
}

/** Undefined where it has not come. */
export function earlyInstallEvent(window: Window): unknown {
  return INSTALL_EVENT in window ? window[INSTALL_EVENT] : undefined;
}
