/** Joins the install prompt to the browser. */
import { installOffer } from "#client/app/install-offer-store.ts";
import { earlyInstallEvent } from "./early-install-event.ts";
import { createInstallPrompt, type InstallEvent, needsInstallHint } from "./install-prompt.ts";

export function startInstallPrompt(): void {
  const prompt = createInstallPrompt({
    storage: () => window.localStorage,
    isInstalled,
    needsHint: needsInstallHint(navigator),
    show: installOffer.set,
  });
  const take = (event: unknown) => {
    if (isInstallEvent(event)) prompt.offered(event);
  };
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    take(event);
  });
  window.addEventListener("appinstalled", prompt.installed);
  prompt.start();
  take(earlyInstallEvent(window));
}

function isInstalled(): boolean {
  const isStandaloneOnIos = "standalone" in navigator && navigator.standalone === true;
  return isStandaloneOnIos || matchMedia("(display-mode: standalone), (display-mode: minimal-ui)").matches;
}

function isInstallEvent(event: unknown): event is InstallEvent {
  return typeof event === "object" && event !== null && "prompt" in event && "userChoice" in event;
}
