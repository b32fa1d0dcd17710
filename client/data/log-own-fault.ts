/** A fault of our own is logged where it is caught: what people are told of it is only a sentence. */
import { isOwnFault } from "./http-error.ts";

/** Logs what neither the server nor the network nor the session has caused; passes over the rest. */
export function logOwnFault(error: unknown): void {
  // oxlint-disable-next-line no-console -- nothing else would tell of it
  if (isOwnFault(error)) console.error(error);
}
