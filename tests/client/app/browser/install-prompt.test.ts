import { describe, expect, it } from "vitest";
import type { OfferActions } from "#client/features/offers/offers.tsx";
import {
  createInstallPrompt,
  type InstallPromptWorld,
  needsInstallHint,
} from "#client/app/browser/install-prompt.ts";
import { HIDE_INSTALL_KEY } from "#shared/site/storage-names.ts";
import { STORAGE_REGISTRY } from "#shared/site/storage-registry.ts";
import { settle } from "#tests/client/fake-clock.ts";
import { blockedStorage, mapStorage } from "#tests/client/map-storage.ts";

function world(changes: Partial<InstallPromptWorld> = {}, stored = new Map<string, string>()) {
  const shown: (OfferActions | null)[] = [];
  const prompt = createInstallPrompt({
    storage: () => mapStorage(stored),
    isInstalled: () => false,
    needsHint: false,
    show: (offer) => shown.push(offer),
    ...changes,
  });
  return { prompt, shown, stored };
}

function event(outcome: string) {
  const asked: string[] = [];
  return {
    asked,
    prompt: async () => void asked.push("prompt"),
    userChoice: Promise.resolve({ outcome }),
  };
}

describe("the install prompt", () => {
  it("opens the browser's dialog and disappears once accepted", async () => {
    const { prompt, shown, stored } = world();
    const offered = event("accepted");
    prompt.offered(offered);
    shown[0]?.accept?.();
    await settle();
    expect(offered.asked).toEqual(["prompt"]);
    expect(shown.at(-1)).toBeNull();
    expect(stored.size).toBe(0);
  });

  it("stays hidden once the user hides it, using a registered storage key", () => {
    const { prompt, shown, stored } = world();
    prompt.offered(event("accepted"));
    shown[0]?.hide();
    expect(stored.get(HIDE_INSTALL_KEY)).toBe("true");
    expect(STORAGE_REGISTRY).toContainEqual(
      expect.objectContaining({ kind: "localStorage", name: HIDE_INSTALL_KEY }),
    );
    const next = world({}, stored);
    next.prompt.start();
    next.prompt.offered(event("accepted"));
    expect(next.shown).toEqual([]);
  });

  it("is hidden for good when the user dismisses the browser's dialog", async () => {
    const { prompt, shown, stored } = world();
    prompt.offered(event("dismissed"));
    shown[0]?.accept?.();
    await settle();
    expect(stored.get(HIDE_INSTALL_KEY)).toBe("true");
  });

  it("is not shown when the app is installed, and disappears when it gets installed", () => {
    const { prompt, shown } = world({ isInstalled: () => true });
    prompt.offered(event("accepted"));
    expect(shown).toEqual([]);
    const other = world();
    other.prompt.offered(event("accepted"));
    other.prompt.installed();
    expect(other.shown.at(-1)).toBeNull();
  });

  it("is a hint without a button on iOS", () => {
    const { prompt, shown } = world({ needsHint: true });
    prompt.start();
    expect(shown).toEqual([{ accept: null, hide: expect.any(Function) }]);
  });

  it("can still be hidden for the current page when storage is blocked", () => {
    const { prompt, shown } = world({ storage: blockedStorage });
    prompt.offered(event("accepted"));
    shown[0]?.hide();
    prompt.offered(event("accepted"));
    expect(shown).toHaveLength(2);
    expect(shown[1]).toBeNull();
  });
});

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const MAC =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15";

it.each([
  [`${IPHONE} Version/18.0 Mobile/15E148 Safari/604.1`, 5, true],
  [`${IPHONE} Mobile/15E148 SomeApp/1.0`, 5, false],
  [MAC, 5, true],
  [MAC, 0, false],
])("the hint for iOS is needed for %s with %i touch points: %s", (userAgent, maxTouchPoints, expected) => {
  expect(needsInstallHint({ userAgent, maxTouchPoints })).toBe(expected);
});
