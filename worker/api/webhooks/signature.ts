/** Secrets of webhooks, and messages signed with them. */
import { toBase64 } from "#shared/encoding/base64.ts";
import { utf8 } from "#shared/encoding/utf8.ts";
import { readPepper } from "#worker/api/session/index.ts";
import { signatureHeaders, type SignedMessage } from "#worker/http/standard-webhooks.ts";
import { SECRET_PREFIXES } from "#worker/http/without-secrets.ts";

const SECRET_BITS = 256;

/**
 * The secret of a webhook, derived from the pepper (HKDF, RFC 5869): neither the database nor a backup holds it, and a copy
 * of the site with another pepper cannot sign in its name. Throws SignInNotConfiguredError if the operator set no pepper.
 */
async function deriveSecret(
  passcodePepper: string,
  webhookId: string,
  version: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const pepper = await crypto.subtle.importKey("raw", readPepper(passcodePepper), "HKDF", false, [
    "deriveBits",
  ]);
  const info = utf8(`webhook secret ${webhookId} ${version}`);
  const derivation = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info };
  return new Uint8Array(await crypto.subtle.deriveBits(derivation, pepper, SECRET_BITS));
}

/** The secret in the form that receivers get. */
export async function secretText(
  passcodePepper: string,
  { id, secret_version: version }: { readonly id: string; readonly secret_version: number },
): Promise<string> {
  return SECRET_PREFIXES.webhook + toBase64(await deriveSecret(passcodePepper, id, version));
}

interface Signer {
  readonly id: string;
  readonly secret_version: number;
  readonly old_secret_until: number | null;
}

/** The headers of a message, signed with the webhook's secret and, for a day after a rotation, also with the previous one. */
export async function signMessage(
  passcodePepper: string,
  webhook: Signer,
  message: SignedMessage,
): Promise<Record<string, string>> {
  const { secret_version: version, old_secret_until: until } = webhook;
  const versions = until !== null && until > message.atMs ? [version, version - 1] : [version];
  const secrets = await Promise.all(versions.map((each) => deriveSecret(passcodePepper, webhook.id, each)));
  return signatureHeaders(secrets, message);
}
