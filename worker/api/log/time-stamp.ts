/** Time-stamps (RFC 3161): builds a query and reads an answer. Why without a library: DECISIONS.md. */

/** SHA-256 as an AlgorithmIdentifier (RFC 5754 section 2.2): the object identifier alone. */
const SHA256_OID = [0x06, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 1];
/** TimeStampReq, up to the hash: version 1, SHA-256 with no parameters. */
const QUERY_HEAD = [0x30, 57, 2, 1, 1, 0x30, 49, 0x30, 13, ...SHA256_OID, 5, 0, 0x04, 32];
/** certReq: the answer includes the authority's certificate. */
const QUERY_TAIL = [0x01, 1, 0xff];

/**
 * `application/timestamp-query` for bytes with this SHA-256. Without a nonce: an older token for the same hash is equally
 * valid.
 */
export function timeStampQuery(hash: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(...QUERY_HEAD, ...hash, ...QUERY_TAIL);
}

export type TimeStampAnswer =
  | { readonly outcome: "granted"; readonly atMs: number }
  | { readonly outcome: "refused"; readonly words: string };

/** PKIStatus (RFC 3161 section 2.4.2): granted, and granted with changes. */
const GRANTED: ReadonlySet<number | undefined> = new Set([0, 1]);

/**
 * When the authority saw the hash, by its own statement. The authority's signature is not verified here (`openssl ts
 * -verify` does). Null for bytes that are not an answer (TimeStampResp in DER), or for an answer about another hash.
 */
export function readTimeStamp(bytes: Uint8Array, hash: Uint8Array): TimeStampAnswer | null {
  const [status, token] = partsOf(partsOf(bytes)[0]?.content);
  const [code, text] = partsOf(status?.content);
  if (code?.tag !== 0x02 || code.content.length !== 1) return null;
  if (!GRANTED.has(code.content[0])) {
    const said = partsOf(text?.tag === 0x30 ? text.content : undefined)[0];
    const words = said ? new TextDecoder().decode(said.content) : "without a word";
    return { outcome: "refused", words: `status ${code.content[0]}: ${words}` };
  }
  // ContentInfo, SignedData, EncapsulatedContentInfo (RFC 5652), TSTInfo.
  const [, signedData] = partsOf(token?.content);
  const [, , encapsulated] = partsOf(partsOf(signedData?.content)[0]?.content);
  const [, octets] = partsOf(encapsulated?.content);
  const [info] = partsOf(partsOf(octets?.content)[0]?.content);
  const [, , imprint, , time] = partsOf(info?.content);
  const [algorithm, hashed] = partsOf(imprint?.content);
  const isOurs =
    isSame(partsOf(algorithm?.content)[0]?.content, SHA256_OID.slice(2)) && isSame(hashed?.content, hash);
  const atMs = time?.tag === 0x18 ? parseGeneralizedTime(new TextDecoder().decode(time.content)) : null;
  return isOurs && atMs !== null ? { outcome: "granted", atMs } : null;
}

interface Part {
  readonly tag: number;
  readonly content: Uint8Array;
}

/** The consecutive values in `bytes`; empty if they are truncated or not in DER. */
function partsOf(bytes: Uint8Array = new Uint8Array()): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < bytes.length;) {
    const [tag = 0, first = 0x80] = bytes.subarray(at, at + 2);
    // A first byte of 128 or more gives the number of length bytes that follow it.
    const lengthBytes = first < 0x80 ? 0 : first - 0x80;
    const start = at + 2 + lengthBytes;
    const length =
      lengthBytes === 0 ? first : bytes.subarray(at + 2, start).reduce((sum, byte) => sum * 256 + byte, 0);
    if (first === 0x80 || lengthBytes > 4 || start + length > bytes.length) return [];
    parts.push({ tag, content: bytes.subarray(start, start + length) });
    at = start + length;
  }
  return parts;
}

function isSame(one: Uint8Array = new Uint8Array(), other: ArrayLike<number>): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/** `20261126213000.5Z`, in milliseconds. */
function parseGeneralizedTime(text: string): number | null {
  const iso = text.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d(?:\.\d+)?)Z$/, "$1-$2-$3T$4:$5:$6Z");
  const ms = iso === text ? Number.NaN : Date.parse(iso);
  return Number.isNaN(ms) ? null : ms;
}
