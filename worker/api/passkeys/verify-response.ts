/** What a browser answers for a passkey, checked as WebAuthn sections 7.1 (registration) and 7.2 (sign-in) say. */
import { decodeCBOR } from "@levischuck/tiny-cbor";
import { base64url } from "jose";
import * as v from "valibot";
import type { NewPasskey, PasskeySignIn } from "#shared/contracts/passkeys.ts";
import type { ApiDependencies } from "#worker/api/dependencies.ts";
import type { ChallengeType, Claims } from "#worker/api/session/index.ts";
import { type AuthenticatorData, readAuthenticatorData } from "./authenticator-data.ts";
import { readChallenge } from "./challenges.ts";
import { check, orFault, PasskeyFault } from "./passkey-fault.ts";
import { isSignedBy, type PublicKey, readCoseKey } from "./public-key.ts";
import type { RelyingParty } from "./relying-party.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** A new passkey, and the challenge it came with. */
export interface Registration {
  readonly challenge: Claims;
  readonly publicKey: PublicKey;
  readonly counter: number;
}

/** Throws PasskeyFault. Which make the authenticator is, is not asked and not believed: any will do. */
export async function verifyRegistration(
  deps: ApiDependencies,
  { id, response }: NewPasskey["credential"],
  party: RelyingParty,
): Promise<Registration> {
  const challenge = await readClientData(deps, response.clientDataJSON, "passkey_registration", party);
  const attestation = orFault("attestation_not_cbor", () => decodeCBOR(decode(response.attestationObject)));
  const bytes: unknown = attestation instanceof Map ? attestation.get("authData") : null;
  if (!(bytes instanceof Uint8Array)) throw new PasskeyFault("attestation_incomplete");
  const data = await checkAuthenticatorData(new Uint8Array(bytes), party);
  if (data.credential === null) throw new PasskeyFault("no_credential");
  check(base64url.encode(data.credential.id) === id, "another_credential");
  return { challenge, publicKey: await readCoseKey(data.credential.coseKey), counter: data.counter };
}

/** What is kept of a passkey to know it again by. */
export interface KnownPasskey {
  readonly accountId: string;
  readonly publicKey: PublicKey;
  readonly counter: number;
}

/** Throws PasskeyFault. Gives the challenge that it answers, and the authenticator's counter. */
export async function verifySignIn(
  deps: ApiDependencies,
  { response }: PasskeySignIn["credential"],
  party: RelyingParty,
  known: KnownPasskey,
): Promise<{ readonly challenge: Claims; readonly counter: number }> {
  const challenge = await readClientData(deps, response.clientDataJSON, "passkey_sign_in", party);
  const owner = response.userHandle ? new TextDecoder().decode(decode(response.userHandle)) : null;
  check(owner === known.accountId, "another_owner");
  const authenticatorData = decode(response.authenticatorData);
  const { counter } = await checkAuthenticatorData(authenticatorData, party);
  const signed = new Uint8Array([...authenticatorData, ...(await sha256(decode(response.clientDataJSON)))]);
  const isSigned = await isSignedBy(known.publicKey, decode(response.signature), signed);
  check(isSigned, "wrong_signature");
  // It counts what it signs; where it has gone back, there are two of it.
  check(counter > known.counter || (counter === 0 && known.counter === 0), "counter_went_back");
  return { challenge, counter };
}

const ClientData = v.object({
  type: v.string(),
  challenge: v.string(),
  origin: v.string(),
  crossOrigin: v.optional(v.boolean(), false),
  topOrigin: v.optional(v.string()),
});

const CEREMONIES: Readonly<Record<ChallengeType, string>> = {
  passkey_registration: "webauthn.create",
  passkey_sign_in: "webauthn.get",
};

/** What the browser says: which page asked, for what, with which challenge. */
async function readClientData(
  deps: ApiDependencies,
  json: string,
  type: ChallengeType,
  party: RelyingParty,
): Promise<Claims> {
  const parsed = orFault("client_data_not_json", () =>
    v.safeParse(ClientData, JSON.parse(new TextDecoder().decode(decode(json)))),
  );
  if (!parsed.success) throw new PasskeyFault("client_data_incomplete");
  const client = parsed.output;
  check(client.type === CEREMONIES[type], "another_ceremony");
  check(client.origin === party.origin, "another_origin");
  // No page of the site is for frames of others.
  check(!client.crossOrigin && client.topOrigin === undefined, "in_a_frame");
  return readChallenge(deps, type, client.challenge);
}

async function checkAuthenticatorData(bytes: Bytes, party: RelyingParty): Promise<AuthenticatorData> {
  const data = readAuthenticatorData(bytes);
  const rpIdHash = await sha256(new Uint8Array(new TextEncoder().encode(party.id)));
  check(crypto.subtle.timingSafeEqual(data.rpIdHash, rpIdHash), "another_site");
  check(data.isUserPresent, "nobody_present");
  check(data.isUserVerified, "nobody_verified");
  return data;
}

function decode(text: string): Bytes {
  return new Uint8Array(orFault("not_base64url", () => base64url.decode(text)));
}

async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}
