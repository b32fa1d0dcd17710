/** What a browser answers for a passkey, checked by `@simplewebauthn/server`. Loaded when one is used. */
import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import { decodeClientDataJSON, isoBase64URL } from "@simplewebauthn/server/helpers";
import { type NewPasskey, PASSKEY_ALGORITHMS, type PasskeySignIn } from "#shared/contracts/passkeys.ts";
import type { ApiDependencies } from "#worker/api/dependencies.ts";
import type { Claims } from "#worker/api/session/index.ts";
import { readChallenge } from "./challenges.ts";
import { check, PasskeyFault } from "./passkey-fault.ts";
import type { RelyingParty } from "./relying-party.ts";

/** A new passkey, and the challenge it came with. */
export interface Registration {
  readonly challenge: Claims;
  /** COSE key, in base64url. */
  readonly publicKey: string;
  readonly counter: number;
}

/** Throws PasskeyFault. Which make the authenticator is, is not asked: any will do. */
export function verifyRegistration(
  deps: ApiDependencies,
  { id, type, response: { clientDataJSON, attestationObject } }: NewPasskey["credential"],
  party: RelyingParty,
): Promise<Registration> {
  return orFault(async () => {
    const { challenge: expectedChallenge } = decodeClientDataJSON(clientDataJSON);
    const challenge = await readChallenge(deps, "passkey_registration", expectedChallenge);
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type,
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      supportedAlgorithmIDs: Object.values(PASSKEY_ALGORITHMS),
    });
    if (!registrationInfo) throw new PasskeyFault("wrong_attestation");
    const { counter, id: credentialId, publicKey } = registrationInfo.credential;
    check(credentialId === id, "another_credential");
    return { challenge, publicKey: isoBase64URL.fromBuffer(publicKey), counter };
  });
}

/** What is kept of a passkey to know it again by. */
export interface KnownPasskey {
  readonly accountId: string;
  /** COSE key, in base64url. */
  readonly publicKey: string;
  readonly counter: number;
}

/** Throws PasskeyFault. Gives the challenge that it answers, and the authenticator's counter. */
export function verifySignIn(
  deps: ApiDependencies,
  { id, type, response: { userHandle, ...signed } }: PasskeySignIn["credential"],
  party: RelyingParty,
  known: KnownPasskey,
): Promise<{ readonly challenge: Claims; readonly counter: number }> {
  return orFault(async () => {
    // Whose the passkey is, the library does not compare (WebAuthn section 7.2, step 6).
    check(userHandle === isoBase64URL.fromUTF8String(known.accountId), "another_owner");
    const { challenge: expectedChallenge } = decodeClientDataJSON(signed.clientDataJSON);
    const challenge = await readChallenge(deps, "passkey_sign_in", expectedChallenge);
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type, clientExtensionResults: {}, response: signed },
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id, publicKey: isoBase64URL.toBuffer(known.publicKey), counter: known.counter },
    });
    check(verified, "wrong_signature");
    return { challenge, counter: authenticationInfo.newCounter };
  });
}

/** The library throws what it refuses. */
async function orFault<Verified>(verify: () => Promise<Verified>): Promise<Verified> {
  try {
    return await verify();
  } catch (error) {
    throw error instanceof PasskeyFault ? error : new PasskeyFault(String(error));
  }
}
