/** Authenticator data (WebAuthn section 6.1): what an authenticator says of itself, and at registration of the new credential. */
import { decodePartialCBOR } from "@levischuck/tiny-cbor";
import { check, orFault } from "./passkey-fault.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export interface AuthenticatorData {
  readonly rpIdHash: Bytes;
  readonly isUserPresent: boolean;
  readonly isUserVerified: boolean;
  /** Signatures made, as far as it counts them. */
  readonly counter: number;
  /** Null where there is none: at sign-in. */
  readonly credential: { readonly id: Bytes; readonly coseKey: unknown } | null;
}

const FLAGS = { userPresent: 0x01, userVerified: 0x04, mayBackUp: 0x08, isBackedUp: 0x10, credential: 0x40 };

/** RP ID hash, flags and counter; AAGUID and length of the credential's id. */
const HEAD_BYTES = 37;
const CREDENTIAL_HEAD_BYTES = 18;

/** Throws PasskeyFault. Extensions that follow are not read: none is asked for. */
export function readAuthenticatorData(bytes: Bytes): AuthenticatorData {
  check(bytes.byteLength >= HEAD_BYTES, "authenticator_data_too_short");
  const view = new DataView(bytes.buffer);
  const flags = view.getUint8(32);
  const has = (flag: number) => (flags & flag) !== 0;
  check(has(FLAGS.mayBackUp) || !has(FLAGS.isBackedUp), "backed_up_against_its_word");
  return {
    rpIdHash: bytes.slice(0, 32),
    isUserPresent: has(FLAGS.userPresent),
    isUserVerified: has(FLAGS.userVerified),
    counter: view.getUint32(33),
    credential: has(FLAGS.credential) ? readCredential(bytes, view) : null,
  };
}

function readCredential(bytes: Bytes, view: DataView): AuthenticatorData["credential"] {
  const start = HEAD_BYTES + CREDENTIAL_HEAD_BYTES;
  check(bytes.byteLength > start, "authenticator_data_too_short");
  const end = start + view.getUint16(start - 2);
  check(bytes.byteLength > end, "authenticator_data_too_short");
  const [coseKey, length] = orFault("key_not_cbor", () => decodePartialCBOR(bytes, end));
  // The decoder takes bytes that are cut off for shorter ones.
  check(end + length <= bytes.byteLength, "key_cut_off");
  return { id: bytes.slice(start, end), coseKey };
}
