// Before `window` is stubbed: SWR asks once whether it is in a browser, and other files of this process need it on a server.
import "swr";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LiveMessage } from "#shared/contracts/live.ts";
import { signalKey, summaryKey, traderKey } from "#client/data/keys.ts";
import { eventsAt } from "#tests/client/data/live-world.ts";
import { someSignal } from "#tests/support/some-signal.ts";

/** A socket that says what the test has it say. */
class ScriptedSocket extends EventTarget {
  static opened: ScriptedSocket[] = [];
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
  vi.resetModules();
  ScriptedSocket.opened = [];
  const listeners = { addEventListener() {}, removeEventListener() {} };
  vi.stubGlobal("WebSocket", Object.assign(ScriptedSocket, { OPEN: 1, CONNECTING: 0 }));
  vi.stubGlobal("document", { ...listeners, visibilityState: "visible" });
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("window", { ...listeners, location: { origin: "https://site.example" } });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const refuse = () => Promise.reject(new Error("not asked here"));
const http = { get: refuse, send: refuse };

/** A tab of its own, and the pages that it shows one after another. */
async function openTab() {
  const { liveNews } = await import("#client/features/live/live-news.ts");
  const { readLiveNews } = await import("#client/features/live/use-live-news.ts");
  const read = (seq: number, keys: readonly string[] = []) => {
    const reloaded: string[] = [];
    const leave = readLiveNews({ http, seq, keys: () => keys, reload: (key) => reloaded.push(key) });
    return { reloaded, leave };
  };
  const socket = () => {
    const [opened, ...others] = ScriptedSocket.opened;
    if (!opened || others.length > 0) throw new Error(`${others.length} sockets but the first`);
    return opened;
  };
  return { liveNews, read, socket };
}

it.each([0, 0.5, 0.999])(
  "live news of a signal reload its data within 400 ms and the figures within 4 s (random number %d)",
  async (chance) => {
    vi.spyOn(Math, "random").mockReturnValue(chance);
    const ended = { outcome: "won", settled_at: "2026-03-01T00:06:01.000Z", settled_seq: 2 } as const;
    const signal = someSignal({ id: "a", ...ended });
    const { handle } = signal.trader;
    const figures = [traderKey(handle), traderKey(handle, true), summaryKey];
    const { read, socket } = await openTab();
    const { reloaded } = read(1);
    socket().say({ type: "ready", seq: 1 });
    socket().say({ type: "events", events: [{ seq: 2, kind: "settled", signal }] });
    vi.advanceTimersByTime(400);
    expect(reloaded).toEqual([signalKey("a")]);
    vi.advanceTimersByTime(3_600);
    expect(reloaded.slice(1).toSorted()).toEqual(figures.toSorted());
  },
);

describe("live news across page changes", () => {
  it("come by one socket, and reload only what the shown page has", async () => {
    const { liveNews, read, socket } = await openTab();
    const first = read(1);
    expect(socket().url.searchParams.get("after")).toBe("1");
    socket().say({ type: "ready", seq: 1 });
    socket().say({ type: "events", events: eventsAt(2) });
    first.leave();
    // A page without news, such as one of texts.
    socket().say({ type: "events", events: eventsAt(3) });
    const second = read(900);
    socket().say({ type: "events", events: eventsAt(901) });
    vi.advanceTimersByTime(4_000);
    expect([...liveNews.current().signals.keys()]).toEqual(["signal-2", "signal-3", "signal-901"]);
    expect(liveNews.current()).toMatchObject({ mode: "live", since: 1, seq: 901 });
    expect([first.reloaded, second.reloaded.includes(signalKey("signal-901"))]).toEqual([[], true]);
  });

  it("after a reset reload all data but the lists, which are marked as incomplete", async () => {
    const { liveNews, read, socket } = await openTab();
    const lists = ["/api/signals/?limit=6", "/api/profile/feed/?limit=25", "$sub$x"];
    const { reloaded } = read(1, [...lists, summaryKey, "/api/traders/"]);
    socket().say({ type: "reset", seq: 500 });
    vi.advanceTimersByTime(4_000);
    expect(reloaded).toEqual([summaryKey, "/api/traders/"]);
    expect(liveNews.current().since).toBe(500);
  });
});
