/** How SWR is used everywhere. */
import type { SWRConfiguration } from "swr";
import { isTransient } from "./http-error.ts";
import { logOwnFault } from "./log-own-fault.ts";

/**
 * The HTTP client has repeated already; SWR asks again later, with its own growing pauses, and only where the failure
 * blames the moment.
 */
export const swrOptions = {
  onError: logOwnFault,
  shouldRetryOnError: isTransient,
  errorRetryInterval: 10_000,
  errorRetryCount: 5,
  dedupingInterval: 2_000,
} satisfies SWRConfiguration;
