/** Decides whether installing is offered, how, and never again once hidden (spec section 2). */
import type { InstallOfferActions } from "#client/app/install-offer-store.ts";
import { HIDE_INSTALL_KEY } from "#shared/storage-names.ts";

/** The browser's own event: `prompt` may be called once. */
export interface InstallEvent {
  readonly prompt: () => Promise<unknown>;
  readonly userChoice: Promise<{ readonly outcome: string }>;
}

export interface InstallPromptWorld {
  /** May throw where storage is blocked; then hiding lasts as long as the page. */
  readonly storage: () => Pick<Storage, "getItem" | "setItem">;
  readonly isInstalled: () => boolean;
  /** True on iOS in a browser that can add to the home screen. */
  readonly needsHint: boolean;
  readonly show: (offer: InstallOfferActions | null) => void;
}

export interface InstallPrompt {
  /** Offers the hint where that is all there is. */
  readonly start: () => void;
  /** The browser would let the site be installed. */
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
  let isHidden = wasHidden();

  function wasHidden(): boolean {
    try {
      return storage().getItem(HIDE_INSTALL_KEY) === "true";
    } catch {
      return false;
    }
  }

  function hide(): void {
    isHidden = true;
    show(null);
    try {
      storage().setItem(HIDE_INSTALL_KEY, "true");
    } catch {
      // Storage is blocked: hidden for this page only.
    }
  }

  function offer(install: (() => void) | null): void {
    if (!isHidden && !isInstalled()) show({ install, hide });
  }

  /** Whoever declines in the browser's dialog has hidden the offer as well. */
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

/** What tells iOS and installed apps apart; `maxTouchPoints` because iPadOS calls itself a Mac. */
export interface Device {
  readonly userAgent: string;
  readonly maxTouchPoints: number;
}

/** True for iOS browsers with a share menu; an app's built-in web view (no "Safari" in its name) has none. */
export function needsInstallHint({ userAgent, maxTouchPoints }: Device): boolean {
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return isIos && /Safari\//.test(userAgent);
}
