/** Verifies a browser's answer for a passkey with `@simplewebauthn/server`. Loaded when a passkey is used. */
import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import {
  decodeAttestationObject,
  decodeClientDataJSON,
  isoBase64URL,
  isoCBOR,
} from "@simplewebauthn/server/helpers";
import { type NewPasskey, PASSKEY_ALGORITHMS, type PasskeyAnswer } from "#shared/contracts/passkeys.ts";
import type { CallerDependencies, ChallengeType, Claims } from "#worker/api/session/index.ts";
import { readChallenge } from "./challenges.ts";
import { check, PasskeyFault } from "./passkey-fault.ts";
import type { RelyingParty } from "./relying-party.ts";
import type { passkeys } from "#worker/api/tables/passkeys.ts";

/** A new passkey, and the challenge that it answers. */
export interface Registration {
  readonly challenge: Claims;
  /** COSE key, in base64url. */
  readonly publicKey: string;
  readonly counter: number;
}

/** Throws PasskeyFault. Accepts any make of authenticator; an attestation that is sent anyway is removed. */
export function verifyRegistration(
  deps: CallerDependencies,
  challengeType: ChallengeType,
  { id, type, response: { clientDataJSON, attestationObject } }: NewPasskey["credential"],
  party: RelyingParty,
): Promise<Registration> {
  return orFault(async () => {
    const { challenge: expectedChallenge } = decodeClientDataJSON(clientDataJSON);
    const challenge = await readChallenge(deps, challengeType, expectedChallenge);
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type,
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject: withoutAttestation(attestationObject) },
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

/** Returns the challenge that it answers, and the authenticator's counter. Throws PasskeyFault. */
export function verifyAnswer(
  deps: CallerDependencies,
  challengeType: ChallengeType,
  { id, type, response: { userHandle, ...signed } }: PasskeyAnswer["credential"],
  party: RelyingParty,
  known: Pick<typeof passkeys.$inferSelect, "user_handle" | "public_key" | "counter">,
): Promise<{ readonly challenge: Claims; readonly counter: number }> {
  return orFault(async () => {
    // The library does not check who owns the passkey (WebAuthn section 7.2, step 6). If the passkey was asked for by its
    // id, the answer need not name the owner.
    const isAskedFor = challengeType === "passkey_confirmation" && (userHandle ?? null) === null;
    check(isAskedFor || userHandle === known.user_handle, "another_owner");
    const { challenge: expectedChallenge } = decodeClientDataJSON(signed.clientDataJSON);
    const challenge = await readChallenge(deps, challengeType, expectedChallenge);
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type, clientExtensionResults: {}, response: signed },
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id, publicKey: isoBase64URL.toBuffer(known.public_key), counter: known.counter },
    });
    check(verified, "wrong_signature");
    return { challenge, counter: authenticationInfo.newCounter };
  });
}

/**
 * The attestation object as browsers send it if none is asked for (WebAuthn section 5.1.3). The library would look up
 * revocation at the addresses in the certificates before it checks whose certificates they are, so anybody could make it
 * send requests anywhere.
 */
function withoutAttestation(attestationObject: string): string {
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get("authData");
  const attestation = new Map<string, Parameters<typeof isoCBOR.encode>[0]>([
    ["fmt", "none"],
    ["attStmt", new Map()],
    ["authData", authData],
  ]);
  return isoBase64URL.fromBuffer(isoCBOR.encode(attestation));
}

/** Turns the library's errors into PasskeyFault. */
async function orFault<Verified>(verify: () => Promise<Verified>): Promise<Verified> {
  try {
    return await verify();
  } catch (error) {
    throw error instanceof PasskeyFault ? error : new PasskeyFault(String(error));
  }
}
