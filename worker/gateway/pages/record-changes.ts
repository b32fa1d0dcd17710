/**
 * Recognises calls that have changed the record, by their address alone. The embedded API reports changes itself, as soon as
 * it has committed; an operator's own backend cannot, so changes there by staff or a hook through the gateway are recognised
 * here.
 */

/** Where signals and traders are written. Calls by visitors and members are never among them. */
const RECORD_WRITES = /^\/api\/(?:admin\/(?:signals|traders)|hooks)\//;

export function hasChangedRecord(
  { method, path }: { readonly method: string; readonly path: string },
  { ok }: { readonly ok: boolean },
): boolean {
  return ok && method !== "GET" && method !== "HEAD" && RECORD_WRITES.test(path);
}
