import { afterEach, describe, expect, it, vi } from "vitest";
import { browserLive } from "#client/data/browser-live.ts";
import type { Http } from "#client/data/http.ts";

const refuse = () => Promise.reject(new Error("not asked here"));
const http: Http = { get: refuse, send: refuse, methods: refuse };

afterEach(() => vi.unstubAllGlobals());

describe("a socket that cannot be opened", () => {
  it.each([
    ["the browser has none", undefined],
    [
      "a policy refuses it",
      function refuse() {
        throw new DOMException("Refused", "SecurityError");
      },
    ],
  ])("is closed where %s, so that asking takes its place", async (_why, constructor) => {
    vi.stubGlobal("WebSocket", constructor);
    vi.stubGlobal("window", { location: { origin: "https://site.example" } });
    const closed = vi.fn();
    const socket = browserLive(http).connect("/api/live/", {
      message: () => {},
      closed,
    });
    expect(closed).not.toHaveBeenCalled();
    await Promise.resolve();
    expect(closed).toHaveBeenCalledTimes(1);
    socket.send("ping");
    socket.close();
    expect(closed).toHaveBeenCalledTimes(1);
  });
});
