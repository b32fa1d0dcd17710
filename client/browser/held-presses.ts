/** Keeps the press that came before the application could take it. */

/**
 * Until the function returned is called, presses that only the application answers do nothing: a button that submits
 * nothing, and a form that has no address of its own. That call makes the last of them happen. Links, and forms that
 * the server answers, go their own way.
 */
export function holdPresses(root: EventTarget): () => void {
  const released = new AbortController();
  const options = { capture: true, signal: released.signal };
  let repeat = () => {};

  root.addEventListener(
    "click",
    ({ target }) => {
      const button = target instanceof Element ? target.closest<HTMLElement>("button[type=button]") : null;
      if (button) repeat = () => button.click();
    },
    options,
  );
  root.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || form.hasAttribute("action")) return;
      event.preventDefault();
      repeat = () => form.requestSubmit();
    },
    options,
  );
  return () => {
    released.abort();
    repeat();
  };
}
