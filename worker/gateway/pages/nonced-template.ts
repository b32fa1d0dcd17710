/** A finished document with a gap for the nonce, so that each answer made from it carries its own. */

export interface NoncedTemplate {
  /** What stands in the gaps is nobody's. */
  readonly bytes: Uint8Array;
  /** Where a nonce begins; every nonce has the same length. */
  readonly offsets: readonly number[];
}

const encoder = new TextEncoder();

/** Cuts a document, as it was rendered, at the nonce it was rendered with. */
export function templateOf(html: string, nonce: string): NoncedTemplate {
  const offsets: number[] = [];
  let length = 0;
  for (const piece of html.split(nonce).slice(0, -1)) {
    length += encoder.encode(piece).length;
    offsets.push(length);
    length += nonce.length;
  }
  return { bytes: encoder.encode(html.replaceAll(nonce, "0".repeat(nonce.length))), offsets };
}

/**
 * The document with `nonce`, of the same length and in ASCII, in its gaps: the template's own bytes, which are another's with
 * the next call. Whoever passes them on copies them at once, as a `Response` does
 * (<https://fetch.spec.whatwg.org/#concept-bodyinit-extract>), so that an answer is copied once and not twice.
 */
export function fillTemplate({ bytes, offsets }: NoncedTemplate, nonce: string): Uint8Array {
  const encoded = encoder.encode(nonce);
  for (const offset of offsets) bytes.set(encoded, offset);
  return bytes;
}
