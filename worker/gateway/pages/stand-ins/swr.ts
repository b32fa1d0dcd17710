/**
 * SWR in the worker's bundle (worker/local/worker-build.ts). On a server it asks for nothing, listens to nothing and keeps
 * nothing: the value that a hook is given to begin with is all there is. A test compares it with SWR.
 */
import type { ReactNode } from "react";

/** Stands for `useSWR` and `useSWRSubscription`, with what the pages take of their answers. */
// oxlint-disable-next-line import/no-default-export -- as SWR has it
export default function useFirstValue(
  _key: unknown,
  _source: unknown,
  { fallbackData }: { readonly fallbackData?: unknown } = {},
) {
  return { data: fallbackData, error: undefined, mutate: neverOnTheServer };
}

export function SWRConfig({ children }: { readonly children: ReactNode }): ReactNode {
  return children;
}

export function useSWRConfig() {
  return { cache: NO_CACHE, mutate: neverOnTheServer };
}

const NO_CACHE: ReadonlyMap<string, unknown> = new Map();

function neverOnTheServer(): never {
  throw new TypeError("The server keeps nothing that could be changed");
}
