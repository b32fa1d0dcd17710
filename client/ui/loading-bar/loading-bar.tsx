/** The thin bar at the top edge while a page loads. */
import { useEffect, useRef, useSyncExternalStore } from "react";
import { IDLE_LOADING_BAR, type LoadingBarState } from "./loading-bar-state.ts";

export interface LoadingBarProps {
  readonly bar: LoadingBarState;
  /** What is loading, for screen readers. */
  readonly label: string;
}

export function LoadingBar({ bar, label }: LoadingBarProps) {
  const ref = useRef<HTMLProgressElement>(null);
  const isVisible = useSyncExternalStore(
    bar.subscribe,
    () => bar.current().visible,
    () => IDLE_LOADING_BAR.visible,
  );
  const hasFailed = useSyncExternalStore(
    bar.subscribe,
    () => bar.current().failed,
    () => IDLE_LOADING_BAR.failed,
  );

  useEffect(() => {
    bar.hydrated();
    // Sixty changes a second: written straight to the element instead of through a render.
    function draw() {
      if (ref.current) ref.current.value = bar.current().progress;
    }
    draw();
    return bar.subscribe(draw);
  }, [bar]);

  return (
    <progress
      ref={ref}
      className="loading-bar"
      aria-label={label}
      max={100}
      value={0}
      data-visible={isVisible}
      data-failed={hasFailed}
    />
  );
}
