/** The browser's offer to install, which may come before any module has run. */

const NAME = "earlyInstallEvent";

export function keepInstallEvent(window: Window): void {
  const keep = (event: Event) => {
    event.preventDefault();
    Object.assign(window, { [NAME]: event });
  };
  window.addEventListener("beforeinstallprompt", keep, { once: true });
}

/** Undefined where it has not come. */
export function earlyInstallEvent(window: Window): unknown {
  return NAME in window ? window[NAME] : undefined;
}
