/** Keeps the press that came before the application could take it. */

export interface HeldPresses {
  readonly isAny: () => boolean;
  /** Notes no more: what comes from here on is answered. */
  readonly stop: () => void;
  /** Makes the last one happen. */
  readonly repeat: () => void;
}

const NAME = "heldPresses";

/**
 * Until it is stopped, notes the last press that only the application answers: of a button that submits nothing, or of a
 * form that has no address of its own, which is not sent. Links, and forms that the server answers, go their own way.
 */
export function holdPresses(window: Window): void {
  const stopped = new AbortController();
  const options = { capture: true, signal: stopped.signal };
  let repeat: (() => void) | null = null;

  window.addEventListener(
    "click",
    ({ target }) => {
      const button = target instanceof Element ? target.closest<HTMLElement>("button[type=button]") : null;
      if (button) repeat = () => button.click();
    },
    options,
  );
  window.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || form.hasAttribute("action")) return;
      event.preventDefault();
      repeat = () => form.requestSubmit();
    },
    options,
  );
  const presses: HeldPresses = {
    isAny: () => repeat !== null,
    stop: () => stopped.abort(),
    repeat: () => repeat?.(),
  };
  Object.assign(window, { [NAME]: presses });
}

/** Those of this document, whose first script holds them (client/early.ts); undefined where something has kept it out. */
export function heldPresses(): HeldPresses | undefined {
  return (window as Window & { readonly [NAME]?: HeldPresses })[NAME];
}
