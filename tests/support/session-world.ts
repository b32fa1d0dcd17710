/** A browser with tabs that share one storage and one lock manager, connected to a fake session API. */
import { test } from "vitest";
import type { SessionLocks } from "#client/features/session/refresh.ts";
import { createSession, type Session } from "#client/features/session/session.ts";
import type { TokenStorage } from "#client/features/session/token-store.ts";
import { type AuthServer, createAuthServer } from "./auth-server.ts";

export interface Tab {
  readonly session: Session;
  /** This tab's view of the shared storage. */
  readonly storage: TokenStorage;
  /** Errors passed to `onSessionLost`, in order. */
  readonly lost: readonly unknown[];
  readonly logged: readonly string[];
  /** Delays of the pending timers. */
  readonly timers: readonly number[];
  /** Runs the pending timers and waits for what they start. */
  runTimers(): Promise<void>;
}

interface TabOptions {
  /** Replaces the browser's shared storage. */
  readonly storage?: () => TokenStorage;
  readonly hasLocks?: boolean;
  readonly fetch?: AuthServer["fetch"];
}

export interface Browser {
  readonly server: AuthServer;
  readonly clock: { nowMs: number };
  /** What storage holds. */
  readonly stored: Map<string, string>;
  readonly locks: SessionLocks;
  /** Names of the locks requested, in order. */
  readonly lockRequests: readonly string[];
  openTab(options?: TabOptions): Tab;
  /** Simulates `localStorage.clear()` in another tab. */
  clearStorage(): void;
  /** Stores a new pair of this member as another tab would, but without a storage event. */
  storeElsewhere(member: string): { readonly access: string; readonly refresh: string };
  /** A tab that starts with what is stored. */
  openStarted(options?: TabOptions): Promise<Tab>;
  /** A tab that starts as this member. */
  openSignedIn(member?: string, options?: TabOptions): Promise<Tab>;
}

const START_MS = Date.UTC(2026, 0, 1);

export function createBrowser(): Browser {
  const clock = { nowMs: START_MS };
  const now = () => clock.nowMs;
  const server = createAuthServer(now);
  const stored = new Map<string, string>();
  const { locks, lockRequests } = createLocks();
  const tabs: (() => void)[][] = [];

  function openTab(options: TabOptions = {}): Tab {
    const listeners: (() => void)[] = [];
    tabs.push(listeners);
    const tellOthers = () => {
      for (const other of tabs) {
        if (other !== listeners) for (const listener of other) queueMicrotask(listener);
      }
    };
    const storage = sharedStorage(stored, tellOthers);
    const lost: unknown[] = [];
    const logged: string[] = [];
    let waiting: { callback: () => void; delayMs: number }[] = [];
    const session = createSession({
      storage: options.storage ?? (() => storage),
      locks: () => (options.hasLocks === false ? undefined : locks),
      fetch: options.fetch ?? server.fetch,
      addStorageListener: (listener) => listeners.push(listener),
      schedule: (callback, delayMs) => waiting.push({ callback, delayMs }),
      log: (message) => logged.push(message),
      now,
      onSessionLost: (error) => lost.push(error),
    });
    return {
      session,
      storage,
      lost,
      logged,
      get timers() {
        return waiting.map(({ delayMs }) => delayMs);
      },
      async runTimers() {
        const due = waiting;
        waiting = [];
        for (const { callback } of due) callback();
        await settle();
      },
    };
  }

  function storeElsewhere(member: string) {
    const pair = server.issue(member);
    stored.set("refreshToken", pair.refresh).set("accessToken", pair.access);
    return pair;
  }

  async function openStarted(options: TabOptions = {}): Promise<Tab> {
    const tab = openTab(options);
    await tab.session.start();
    return tab;
  }

  async function openSignedIn(member = "alice", options: TabOptions = {}): Promise<Tab> {
    storeElsewhere(member);
    return openStarted(options);
  }

  function clearStorage() {
    stored.clear();
    for (const listener of tabs.flat()) listener();
  }

  return {
    server,
    clock,
    stored,
    locks,
    lockRequests,
    openTab,
    clearStorage,
    storeElsewhere,
    openStarted,
    openSignedIn,
  };
}

/** A test in a browser, with a tab that has started as a visitor or as alice where the test asks for one. */
export const it = test
  .extend("browser", () => createBrowser())
  .extend("visitor", ({ browser }) => browser.openStarted())
  .extend("alice", ({ browser }) => browser.openSignedIn());

/** Waits until everything that needs only microtasks and immediate work has finished. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** As in browsers, a write notifies the other tabs, never the writer, and only if the value changes. */
function sharedStorage(stored: Map<string, string>, tellOthers: () => void): TokenStorage {
  return {
    getItem: (key) => stored.get(key) ?? null,
    setItem(key, value) {
      if (stored.get(key) === value) return;
      stored.set(key, value);
      tellOthers();
    },
    removeItem(key) {
      if (stored.delete(key)) tellOthers();
    },
  };
}

/** Locks by name, first come, first served (Web Locks API). */
function createLocks(): { locks: SessionLocks; lockRequests: string[] } {
  const tails = new Map<string, Promise<unknown>>();
  const lockRequests: string[] = [];
  const locks: SessionLocks = {
    async request(name, callback) {
      lockRequests.push(name);
      const before = tails.get(name) ?? Promise.resolve();
      const result = (async () => {
        await before;
        return callback();
      })();
      tails.set(
        name,
        result.catch(() => null),
      );
      return result;
    },
  };
  return { locks, lockRequests };
}

/** Storage in which the named functions throw. */
export function brokenStorage(working: TokenStorage, broken: readonly (keyof TokenStorage)[]): TokenStorage {
  const fault = () => {
    throw new DOMException("The quota has been exceeded", "QuotaExceededError");
  };
  const faults = Object.fromEntries(broken.map((name) => [name, fault]));
  return { ...working, ...faults };
}
