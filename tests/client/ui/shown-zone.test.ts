import { afterEach, expect, it, vi } from "vitest";
import { chooseZone, shownZone, watchShownZone } from "#client/ui/shown-zone.ts";

const BROWSER_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

afterEach(() => chooseZone(null));

it("the time zone shown is the browser's unless another is chosen", () => {
  expect(shownZone()).toBe(BROWSER_ZONE);
  chooseZone("Pacific/Auckland");
  expect(shownZone()).toBe("Pacific/Auckland");
  chooseZone(null);
  expect(shownZone()).toBe(BROWSER_ZONE);
});

it("listeners are notified of a changed zone until they unsubscribe", () => {
  const listener = vi.fn<() => void>();
  const leave = watchShownZone(listener);
  chooseZone("Pacific/Auckland");
  chooseZone("Pacific/Auckland");
  expect(listener).toHaveBeenCalledTimes(1);
  leave();
  chooseZone(null);
  expect(listener).toHaveBeenCalledTimes(1);
});

it.each(["Mars/Olympus", ""])("the zone %j, which browsers do not know, is ignored", (zone) => {
  chooseZone(zone);
  expect(shownZone()).toBe(BROWSER_ZONE);
});

it.each(["Etc/Unknown", undefined])("the zone is UTC if the browser reports %j", async (timeZone) => {
  const options = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone };
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue(
    options as Intl.ResolvedDateTimeFormatOptions,
  );
  vi.resetModules();
  const fresh = await import("#client/ui/shown-zone.ts");
  expect(fresh.shownZone()).toBe("UTC");
  vi.restoreAllMocks();
});
