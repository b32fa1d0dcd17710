/** Parses what a log serves. */

/** The entries of a bundle (https://c2sp.org/tlog-tiles): each after its length in two bytes. */
export function splitBundle(bundle: Uint8Array): Uint8Array[] {
  const view = new DataView(bundle.buffer, bundle.byteOffset, bundle.byteLength);
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bundle.length;) {
    const length = view.getUint16(at);
    entries.push(bundle.slice(at + 2, at + 2 + length));
    at += 2 + length;
  }
  return entries;
}
