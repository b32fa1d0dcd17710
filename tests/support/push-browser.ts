/** A browser with a push subscription: its keys, and decryption of messages (RFC 8291, by WebCrypto alone). */
import { base64url } from "jose";
import type { NewPushSubscription } from "#shared/contracts/push.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

export interface BrowserKeys {
  readonly p256dh: string;
  readonly auth: string;
  readonly privateKey: CryptoKey;
}

export async function createKeys(): Promise<BrowserKeys> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(
    { name: "ECDH", namedCurve: "P-256" },
    false,
    ["deriveBits"],
  );
  return {
    p256dh: base64url.encode(new Uint8Array(await crypto.subtle.exportKey("raw", publicKey))),
    auth: base64url.encode(crypto.getRandomValues(new Uint8Array(16))),
    privateKey,
  };
}

/** A subscription as a page sends it. */
export async function createBrowser(
  changes: Partial<Pick<NewPushSubscription, "endpoint" | "language" | "time_zone">> = {},
): Promise<NewPushSubscription> {
  const { p256dh, auth } = await createKeys();
  return {
    endpoint: `https://push.example.com/send/${crypto.randomUUID()}`,
    keys: { p256dh, auth },
    language: "en",
    time_zone: "UTC",
    ...changes,
  };
}

/** Decrypts a message for these keys; rejects if it was encrypted for others, or changed. */
export async function decrypt(
  { p256dh, auth, privateKey }: BrowserKeys,
  body: Uint8Array<ArrayBuffer>,
): Promise<string> {
  // RFC 8188 section 2.1: salt, record size, length of the key id, key id.
  const salt = body.slice(0, 16);
  const idLength = body[20] ?? 0;
  const sender = body.slice(21, 21 + idLength);
  const record = body.slice(21 + idLength);
  const shared = await crypto.subtle.deriveBits(
    { name: "ECDH", public: await importPoint(sender) },
    privateKey,
    256,
  );
  // RFC 8291 section 3.4.
  const info = concat(utf8("WebPush: info\0"), base64url.decode(p256dh), sender);
  const ikm = await hkdf({
    salt: new Uint8Array(base64url.decode(auth)),
    key: new Uint8Array(shared),
    info,
    bytes: 32,
  });
  const key = await hkdf({ salt, key: ikm, info: utf8("Content-Encoding: aes128gcm\0"), bytes: 16 });
  const iv = await hkdf({ salt, key: ikm, info: utf8("Content-Encoding: nonce\0"), bytes: 12 });
  const aes = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"]);
  const padded = new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, aes, record));
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error("the record is not the last");
  return new TextDecoder().decode(padded.subarray(0, end));
}

function importPoint(point: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", point, { name: "ECDH", namedCurve: "P-256" }, false, []);
}

async function hkdf({
  salt,
  key,
  info,
  bytes,
}: {
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly key: Uint8Array<ArrayBuffer>;
  readonly info: Uint8Array<ArrayBuffer>;
  readonly bytes: number;
}): Promise<Uint8Array<ArrayBuffer>> {
  const imported = await crypto.subtle.importKey("raw", key, "HKDF", false, ["deriveBits"]);
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, imported, bytes * 8),
  );
}

function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => Array.from(part)));
}
