/** The page, or the application's error in its place until the visitor leaves (spec section 4). */
import { useEffect, useRef, useSyncExternalStore } from "react";
import { Outlet, useLocation } from "react-router";
import { applicationError } from "./application-error.ts";
import { ErrorPage } from "./error-page.tsx";

export function PageOrError() {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const shown = useRef(address);
  const error = useSyncExternalStore(applicationError.subscribe, applicationError.current, () => null);
  useEffect(() => {
    if (shown.current !== address) applicationError.clear();
    shown.current = address;
  }, [address]);
  return error ? <ErrorPage error={error} /> : <Outlet />;
}
