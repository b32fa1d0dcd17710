/**
 * Messages that their receiver can verify: Standard Webhooks, `v1`
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
 */
import { toBase64 } from "#shared/encoding/base64.ts";
import { utf8 } from "#shared/encoding/utf8.ts";

export interface SignedMessage {
  /** The same for each attempt. It has no full stop, because the signed text uses it as separator. */
  readonly id: string;
  readonly body: string;
  /** Time of this attempt. */
  readonly atMs: number;
}

/** The headers of a message; a receiver accepts it if it knows one of the secrets. */
export async function signatureHeaders(
  secrets: readonly Uint8Array<ArrayBuffer>[],
  { id, body, atMs }: SignedMessage,
): Promise<Record<string, string>> {
  const timestamp = Math.floor(atMs / 1000);
  const signatures = await Promise.all(
    secrets.map(async (secret) => {
      const algorithm = { name: "HMAC", hash: "SHA-256" };
      const key = await crypto.subtle.importKey("raw", secret, algorithm, false, ["sign"]);
      const signature = await crypto.subtle.sign("HMAC", key, utf8(`${id}.${timestamp}.${body}`));
      return `v1,${toBase64(new Uint8Array(signature))}`;
    }),
  );
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
}
