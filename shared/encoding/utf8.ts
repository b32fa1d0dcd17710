/** A text's bytes in UTF-8, by functions that browser, worker and Node all have. */

declare const TextEncoder: new () => { encode(text: string): Uint8Array<ArrayBuffer> };

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
