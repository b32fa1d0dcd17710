import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { LiveMessage } from "#shared/contracts/live.ts";
import { signalKey, summaryKey, traderKey } from "#client/data/keys.ts";
import { readLiveNews } from "#client/data/read-live-news.ts";
import { someSignal } from "./live-world.ts";

/** A socket that says what the test has it say. */
class ScriptedSocket extends EventTarget {
  static readonly opened: ScriptedSocket[] = [];
  readonly readyState = 1;

  constructor() {
    super();
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
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each([0, 0.5, 0.999])(
  "news of a signal has its own answer asked for again within 400 ms, and figures within 4 s (chance %d)",
  (chance) => {
    vi.spyOn(Math, "random").mockReturnValue(chance);
    const reloaded: string[] = [];
    const signal = someSignal({
      id: "a",
      outcome: "won",
      settled_at: "2026-03-01T00:06:01.000Z",
      settled_seq: 2,
    });
    const figures = [traderKey(signal.trader.handle), summaryKey];
    const refuse = () => Promise.reject(new Error("not asked here"));
    readLiveNews({
      http: { get: refuse, send: refuse, methods: refuse },
      after: 1,
      answers: {
        keys: () => [signalKey("a"), signalKey("b"), ...figures],
        read: () => undefined,
        write() {},
      },
      reload: (key) => reloaded.push(key),
      publish() {},
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
