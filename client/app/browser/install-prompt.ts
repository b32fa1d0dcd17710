/** Decides whether and how to offer installing the site; never again once the offer is hidden. */
import { installOffer, type OfferActions } from "#client/features/offers/offers.tsx";
import { readStored, store, type StorageAccess } from "#client/data/storage.ts";
import { HIDE_INSTALL_KEY } from "#shared/site/storage-names.ts";
import { earlyInstallEvent } from "./event-replay.ts";

/** The browser's own event: `prompt` may be called once. */
export interface InstallEvent {
  readonly prompt: () => Promise<unknown>;
  readonly userChoice: Promise<{ readonly outcome: string }>;
}

export interface InstallPromptWorld {
  /** If storage is blocked, hiding lasts until the page is left. */
  readonly storage: StorageAccess;
  readonly isInstalled: () => boolean;
  /** True on iOS in a browser that can add to the home screen. */
  readonly needsHint: boolean;
  readonly show: (offer: OfferActions | null) => void;
}

export interface InstallPrompt {
  /** Offers the hint, if the browser has no install prompt but can add to the home screen. */
  readonly start: () => void;
  /** The browser allows the site to be installed. */
  readonly offered: (event: InstallEvent) => void;
  /** The site has been installed. */
  readonly installed: () => void;
}

export function createInstallPrompt({
  storage,
  isInstalled,
  needsHint,
  show,
}: InstallPromptWorld): InstallPrompt {
  let isHidden = readStored(storage, HIDE_INSTALL_KEY) === "true";

  function hide(): void {
    isHidden = true;
    show(null);
    store(storage, HIDE_INSTALL_KEY, "true");
  }

  function offer(accept: (() => void) | null): void {
    if (!isHidden && !isInstalled()) show({ accept, hide });
  }

  /** Declining in the browser's dialog hides the offer as well. */
  async function install(event: InstallEvent): Promise<void> {
    show(null);
    await event.prompt();
    const { outcome } = await event.userChoice;
    if (outcome === "dismissed") hide();
  }

  return {
    start: () => needsHint && offer(null),
    offered: (event) => offer(() => void install(event)),
    installed: () => show(null),
  };
}

/** Identifies iOS. `maxTouchPoints` is needed because iPadOS identifies itself as a Mac. */
export interface Device {
  readonly userAgent: string;
  readonly maxTouchPoints: number;
}

/** True for iOS browsers with a share menu; an app's built-in web view (no "Safari" in its name) has none. */
export function needsInstallHint({ userAgent, maxTouchPoints }: Device): boolean {
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return isIos && /Safari\//.test(userAgent);
}

/** Connects the install prompt to the browser's events. */
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
