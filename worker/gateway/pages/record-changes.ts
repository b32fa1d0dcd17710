/**
 * Which calls have changed the record, by their address alone. The embedded API says so itself, as soon as it has committed;
 * an operator's own backend cannot, so what staff or a hook have changed there through the gateway is recognised here.
 */

/** Where signals and traders are written. Calls that visitors and members make never get here. */
const RECORD_WRITES = /^\/api\/(?:admin\/(?:signals|traders)|hooks)\//;

export function hasChangedRecord(
  { method, path }: { readonly method: string; readonly path: string },
  { ok }: { readonly ok: boolean },
): boolean {
  return ok && method !== "GET" && method !== "HEAD" && RECORD_WRITES.test(path);
}
