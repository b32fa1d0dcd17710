/**
 * What a percent-encoded part of an address says; null where its bytes are not UTF-8, which overlong forms and surrogates are
 * not either (RFC 3629).
 */
export function percentDecoded(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}
