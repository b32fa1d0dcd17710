import { afterEach, expect, it, vi } from "vitest";
import { browserWorld } from "#client/features/session/session.ts";

afterEach(() => vi.unstubAllGlobals());

it("storage is read again when another tab changes it, and on a page that comes back from the cache", () => {
  const window = new EventTarget();
  vi.stubGlobal("window", window);
  const changed = vi.fn();
  browserWorld({
    fetch: () => Promise.reject(new Error("not used")),
    onSessionLost: () => {},
  }).addStorageListener(changed);
  window.dispatchEvent(new Event("storage"));
  expect(changed).toHaveBeenCalledTimes(1);
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: false }));
  expect(changed).toHaveBeenCalledTimes(1);
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  expect(changed).toHaveBeenCalledTimes(2);
});
