import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LiveMessage } from "#shared/contracts/live.ts";
import { signalKey, summaryKey, traderKey } from "#client/data/keys.ts";
import { liveNews, NO_NEWS } from "#client/features/live/live-news.ts";
import { readLiveNews } from "#client/features/live/use-live-news.ts";
import { eventsAt } from "#tests/client/data/live-world.ts";
import { someSignal } from "#tests/support/some-signal.ts";

/** A socket that says what the test has it say. */
class ScriptedSocket extends EventTarget {
  static readonly opened: ScriptedSocket[] = [];
  readonly readyState = 1;
  readonly url: URL;

  constructor(url: URL) {
    super();
    this.url = url;
    ScriptedSocket.opened.push(this);
  }

  say(message: LiveMessage): void {
    this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(message) }));
  }

  send(): void {}
  close(): void {}
}

beforeEach(() => {
  vi.useFakeTimers();
  const listeners = { addEventListener() {}, removeEventListener() {} };
  vi.stubGlobal("WebSocket", Object.assign(ScriptedSocket, { OPEN: 1, CONNECTING: 0 }));
  vi.stubGlobal("document", { ...listeners, visibilityState: "visible" });
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("window", { ...listeners, location: { origin: "https://site.example" } });
});

afterEach(() => {
  liveNews.set(NO_NEWS);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each([0, 0.5, 0.999])(
  "live news of a signal reload its data within 400 ms and the figures within 4 s (random number %d)",
  (chance) => {
    vi.spyOn(Math, "random").mockReturnValue(chance);
    const reloaded: string[] = [];
    const signal = someSignal({
      id: "a",
      outcome: "won",
      settled_at: "2026-03-01T00:06:01.000Z",
      settled_seq: 2,
    });
    const { handle } = signal.trader;
    const figures = [traderKey(handle), traderKey(handle, true), summaryKey];
    const refuse = () => Promise.reject(new Error("not asked here"));
    readLiveNews({
      http: { get: refuse, send: refuse },
      seq: 1,
      keys: () => [],
      reload: (key) => reloaded.push(key),
    });
    const socket = ScriptedSocket.opened.at(-1);
    socket?.say({ type: "ready", seq: 1 });
    socket?.say({ type: "events", events: [{ seq: 2, kind: "settled", signal }] });
    vi.advanceTimersByTime(400);
    expect(reloaded).toEqual([signalKey("a")]);
    vi.advanceTimersByTime(3_600);
    expect(reloaded.slice(1).toSorted()).toEqual(figures.toSorted());
  },
);

describe("live news across page changes", () => {
  const refuse = () => Promise.reject(new Error("not asked here"));
  const http = { get: refuse, send: refuse };
  const readAt = (seq: number, keys: readonly string[] = [], reload: (key: string) => void = () => {}) => {
    const stop = readLiveNews({ http, seq, keys: () => keys, reload });
    const socket = ScriptedSocket.opened.at(-1);
    if (!socket) throw new Error("no socket was opened");
    return { stop, socket, after: socket.url.searchParams.get("after") };
  };

  it("are kept for the next page, whose connection continues after the last event", () => {
    const first = readAt(1);
    first.socket.say({ type: "ready", seq: 1 });
    first.socket.say({ type: "events", events: eventsAt(2, 3) });
    first.stop();
    expect([...liveNews.current().signals.keys()]).toEqual(["signal-2", "signal-3"]);
    expect([readAt(2).after, liveNews.current().mode]).toEqual(["3", "connecting"]);
  });

  it("start again for a page that was loaded later than the last event", () => {
    readAt(1).stop();
    expect(readAt(900).after).toBe("900");
    expect(liveNews.current().since).toBe(900);
  });

  it("after a reset reload all data but the lists, which are marked as incomplete", () => {
    const reloaded: string[] = [];
    const keys = [
      "/api/signals/?limit=6",
      "/api/profile/feed/?limit=25",
      summaryKey,
      "/api/traders/",
      "$sub$x",
    ];
    const { socket } = readAt(1, keys, (key) => reloaded.push(key));
    socket.say({ type: "reset", seq: 500 });
    vi.advanceTimersByTime(4_000);
    expect(reloaded).toEqual([summaryKey, "/api/traders/"]);
    expect(liveNews.current().since).toBe(500);
  });

  it("are not requested again by any page once the backend has none", () => {
    liveNews.set({ ...NO_NEWS, mode: "none" });
    const before = ScriptedSocket.opened.length;
    readLiveNews({ http, seq: 1, keys: () => [], reload: () => {} });
    expect(ScriptedSocket.opened).toHaveLength(before);
  });
});
