import { afterEach, expect, it, vi } from "vitest";
import { chooseZone, shownZone, watchShownZone } from "#client/ui/shown-zone.ts";

const BROWSER_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

afterEach(() => chooseZone(null));

it("is the browser's until one is chosen, and again after that", () => {
  expect(shownZone()).toBe(BROWSER_ZONE);
  chooseZone("Pacific/Auckland");
  expect(shownZone()).toBe("Pacific/Auckland");
  chooseZone(null);
  expect(shownZone()).toBe(BROWSER_ZONE);
});

it("tells who watches, until they leave", () => {
  const listener = vi.fn<() => void>();
  const leave = watchShownZone(listener);
  chooseZone("Pacific/Auckland");
  chooseZone("Pacific/Auckland");
  expect(listener).toHaveBeenCalledTimes(1);
  leave();
  chooseZone(null);
  expect(listener).toHaveBeenCalledTimes(1);
});

it.each(["Mars/Olympus", ""])("passes over %j, which no browser knows", (zone) => {
  chooseZone(zone);
  expect(shownZone()).toBe(BROWSER_ZONE);
});

it.each(["Etc/Unknown", undefined])("is UTC where the browser says %j of its own", async (timeZone) => {
  const options = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone };
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue(
    options as Intl.ResolvedDateTimeFormatOptions,
  );
  vi.resetModules();
  const fresh = await import("#client/ui/shown-zone.ts");
  expect(fresh.shownZone()).toBe("UTC");
  vi.restoreAllMocks();
});
