/**
 * React as an ES module, in the worker's bundle (worker/local/worker-build.ts). React comes as CommonJS: each file that imports
 * it would get an object of its own with a getter for every export, made at start-up and gone through at every use.
 * The same names as React's: a test compares them.
 */
import React from "#react";

export default React; // oxlint-disable-line import/no-default-export -- as React has it

export const {
  act,
  Activity,
  addTransitionType,
  cache,
  cacheSignal,
  captureOwnerStack,
  Children,
  cloneElement,
  Component,
  createContext,
  createElement,
  createRef,
  forwardRef,
  Fragment,
  isValidElement,
  lazy,
  memo,
  Profiler,
  PureComponent,
  startTransition,
  StrictMode,
  Suspense,
  use,
  useActionState,
  useCallback,
  useContext,
  useDebugValue,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useInsertionEffect,
  useLayoutEffect,
  useMemo,
  useOptimistic,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
  useTransition,
  version,
  ViewTransition,
} = React;

export const {
  __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE,
  __COMPILER_RUNTIME,
  unstable_useCacheRefresh,
} = withInternals(React);

/** What React's own packages find in it; its types leave that out. */
function withInternals(react: object) {
  return react as Readonly<
    Record<
      | "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE"
      | "__COMPILER_RUNTIME"
      | "unstable_useCacheRefresh",
      unknown
    >
  >;
}
