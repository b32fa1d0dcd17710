import { afterEach, expect, it, vi } from "vitest";
import { browserLive } from "#client/features/live/browser-live.ts";
import { NO_HTTP } from "#tests/client/render-page.tsx";

afterEach(() => vi.unstubAllGlobals());

it.each([
  ["the browser has none", undefined],
  [
    "a policy refuses it",
    function refuse() {
      throw new DOMException("Refused", "SecurityError");
    },
  ],
])(
  "a socket that cannot be opened is reported as closed if %s, so that polling takes over",
  async (_why, constructor) => {
    vi.stubGlobal("WebSocket", constructor);
    vi.stubGlobal("window", { location: { origin: "https://site.example" } });
    const closed = vi.fn();
    const socket = browserLive(NO_HTTP).connect("/api/live/", { message: () => {}, closed });
    expect(closed).not.toHaveBeenCalled();
    await Promise.resolve();
    expect(closed).toHaveBeenCalledTimes(1);
    socket.send("ping");
    socket.close();
    expect(closed).toHaveBeenCalledTimes(1);
  },
);

it("treats a page as offline after pagehide, and as online again after pageshow", () => {
  const window = new EventTarget();
  vi.stubGlobal("window", window);
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("navigator", { onLine: true });
  const live = browserLive(NO_HTTP);
  const seen: boolean[] = [];
  const stop = live.watchSurroundings(() => seen.push(live.surroundings().isOnline));
  for (const type of ["pagehide", "pageshow", "offline"]) window.dispatchEvent(new Event(type));
  stop();
  window.dispatchEvent(new Event("pagehide"));
  expect(seen).toEqual([false, true, true]);
});
