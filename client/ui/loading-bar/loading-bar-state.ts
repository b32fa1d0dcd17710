/**
 * Decides when the loading bar is shown, and its progress. Timings: `LOADING_BAR`. A navigation faster than the throttle never
 * shows the bar.
 */
import { createStore, type Store } from "#client/ui/store.ts";
import { after, type After } from "#client/ui/scheduling.ts";
import { LOADING_BAR } from "#shared/limits/browser.ts";

export interface LoadingBarWorld {
  /** Milliseconds on a monotonic clock. */
  readonly now: () => number;
  readonly after: After;
  /** Runs `task` before the next repaint; returns a function that cancels it. */
  readonly nextFrame: (task: () => void) => () => void;
}

export interface LoadingBarSnapshot {
  /** 0 to 100; 100 only once the navigation has ended. */
  readonly progress: number;
  readonly visible: boolean;
  /** The last navigation failed; stays true until the next one starts. */
  readonly failed: boolean;
}

export interface LoadingBarState extends Pick<Store<LoadingBarSnapshot>, "current" | "subscribe"> {
  /** A navigation starts and replaces the pending one. */
  start: () => void;
  /** The pending navigation, if there is one, has finished. */
  finish: () => void;
  /** The navigation has finished with an error. */
  fail: () => void;
}

export const IDLE_LOADING_BAR: LoadingBarSnapshot = { progress: 0, visible: false, failed: false };

/** Percent shown `elapsedMs` after the bar appeared: half at half the duration, never 100 (200/π · atan(2t/duration)). */
export function progressAfter(elapsedMs: number): number {
  return (200 / Math.PI) * Math.atan((2 * Math.max(0, elapsedMs)) / LOADING_BAR.durationMs);
}

export function createLoadingBarState(world: LoadingBarWorld): LoadingBarState {
  const { current, set, subscribe } = createStore(IDLE_LOADING_BAR);
  let isUnderWay = false;
  let cancelPending = () => {};

  function change(next: Partial<LoadingBarSnapshot>) {
    set({ ...current(), ...next });
  }

  function grow(startedAtMs: number) {
    change({ progress: progressAfter(world.now() - startedAtMs) });
    cancelPending = world.nextFrame(() => grow(startedAtMs));
  }

  function show() {
    change({ visible: true });
    cancelPending = world.nextFrame(() => grow(world.now()));
  }

  function hide() {
    change({ visible: false });
    cancelPending = world.after(LOADING_BAR.resetDelayMs, () => change({ progress: 0 }));
  }

  function end(failed: boolean) {
    if (!isUnderWay) return;
    isUnderWay = false;
    cancelPending();
    if (!current().visible) return;
    change({ progress: 100, failed });
    cancelPending = world.after(LOADING_BAR.hideDelayMs, hide);
  }

  return {
    start() {
      isUnderWay = true;
      cancelPending();
      change({ progress: 0, failed: false });
      cancelPending = world.after(LOADING_BAR.throttleMs, show);
    },
    finish: () => end(false),
    fail: () => end(true),
    subscribe,
    current,
  };
}

/** The page's only bar. Never started on the server. */
export const pageLoading: LoadingBarState = createLoadingBarState({
  now: () => performance.now(),
  after,
  nextFrame(task) {
    const frame = requestAnimationFrame(task);
    return () => cancelAnimationFrame(frame);
  },
});
