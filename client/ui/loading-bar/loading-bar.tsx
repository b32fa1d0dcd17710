/** The thin bar at the top edge while a page loads. */
import { useEffect, useRef, useSyncExternalStore } from "react";
import { useLocation, useNavigation } from "react-router";
import { IDLE_LOADING_BAR, pageLoading } from "./loading-bar-state.ts";

export interface LoadingBarProps {
  /** Name of the bar for screen readers. */
  readonly label: string;
}

/** One bar per navigation, none if only the hash changes. A page's own error is reported to `pageLoading`. */
export function LoadingBar({ label }: LoadingBarProps) {
  const ref = useRef<HTMLProgressElement>(null);
  const { location: target } = useNavigation();
  const { pathname, search } = useLocation();
  const isOtherPage = target !== undefined && (target.pathname !== pathname || target.search !== search);
  const navigation = isOtherPage ? target.key : null;
  const isVisible = useSyncExternalStore(
    pageLoading.subscribe,
    () => pageLoading.current().visible,
    () => IDLE_LOADING_BAR.visible,
  );
  const hasFailed = useSyncExternalStore(
    pageLoading.subscribe,
    () => pageLoading.current().failed,
    () => IDLE_LOADING_BAR.failed,
  );

  useEffect(() => {
    // Written directly to the element, because up to sixty renders a second would be too many.
    function draw() {
      if (ref.current) ref.current.value = pageLoading.current().progress;
    }
    return pageLoading.subscribe(draw);
  }, []);

  useEffect(() => {
    if (navigation === null) pageLoading.finish();
    else pageLoading.start();
  }, [navigation]);

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
