/** The checks of sign-in and registration against `@simplewebauthn/server`, which is too large for the worker (DECISIONS.md). */
import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PASSKEY_ALGORITHMS, type PasskeyAlgorithm } from "#shared/contracts/passkeys.ts";
import { createChallenge } from "#worker/api/passkeys/challenges.ts";
import { PasskeyFault } from "#worker/api/passkeys/passkey-fault.ts";
import { verifyRegistration, verifySignIn } from "#worker/api/passkeys/verify-response.ts";
import { createSessionWorld } from "../session/session-world.ts";
import { createAuthenticator, ORIGIN, type Twist } from "./authenticator.ts";

const RP_ID = "signals.example";
const party = { origin: ORIGIN, id: RP_ID };
const algorithms: readonly PasskeyAlgorithm[] = ["ES256", "EdDSA", "RS256"];

const flipped = (at: number) => (bytes: Uint8Array) =>
  new Uint8Array(bytes.map((byte, index) => (index === at % bytes.byteLength ? byte ^ 1 : byte)));

/** One thing that may be wrong, or nothing. What the two are known to differ in is not in it. */
const twists: fc.Arbitrary<Twist> = fc.oneof(
  fc.constant({}),
  fc.record({ flags: fc.constantFrom(0, 1, 4, 5, 0b1101, 0b11101, 0b10101) }),
  fc.record({ counter: fc.constantFrom(0, 1, 4, 5, 6, 2 ** 32 - 1) }),
  fc.record({ rpId: fc.constantFrom(RP_ID, "example", "evil.example") }),
  fc.record({ origin: fc.constantFrom(ORIGIN, `${ORIGIN}:8443`, "http://signals.example") }),
  fc.record({ type: fc.constantFrom("webauthn.get", "webauthn.create", "payment.get") }),
  fc.nat(500).map((at) => ({ signature: flipped(at) })),
  fc.nat(36).map((at) => ({ authenticatorData: flipped(at) })),
  fc.nat(500).map((at) => ({ signed: flipped(at) })),
  fc.nat(8).map((count) => ({ signature: (bytes: Uint8Array<ArrayBuffer>) => bytes.slice(count) })),
);

async function isTaken(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof PasskeyFault) return false;
    throw error;
  }
}

/** It throws what it refuses, save a signature that is wrong. */
async function isVerified(work: () => Promise<{ verified: boolean }>): Promise<boolean> {
  try {
    return (await work()).verified;
  } catch {
    return false;
  }
}

describe("what a passkey answers", () => {
  it("at a sign-in is taken where @simplewebauthn/server takes it", async () => {
    const { deps } = createSessionWorld();
    const owner = crypto.randomUUID();
    const kept = await Promise.all(
      algorithms.map(async (algorithm) => {
        const authenticator = await createAuthenticator(algorithm, { counts: false });
        const challenge = await createChallenge(deps, "passkey_registration");
        const credential = await authenticator.create(challenge);
        const ours = await verifyRegistration(deps, credential, party);
        const theirs = await register(credential, challenge);
        return { authenticator, ours, publicKey: theirs.registrationInfo?.credential.publicKey };
      }),
    );
    const taken = { both: 0, none: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...kept),
        fc.constantFrom(0, 5),
        twists,
        async (of, counter, twist) => {
          const challenge = await createChallenge(deps, "passkey_sign_in");
          const answer = await of.authenticator.get(challenge, owner, { counter: counter && 6, ...twist });
          const known = { accountId: owner, publicKey: of.ours.publicKey, counter };
          const ours = await isTaken(() => verifySignIn(deps, answer, party, known));
          const { userHandle, ...response } = answer.response;
          const theirs = await isVerified(() =>
            verifyAuthenticationResponse({
              response: {
                ...answer,
                rawId: answer.id,
                clientExtensionResults: {},
                response: { ...response, ...(userHandle && { userHandle }) },
              },
              expectedChallenge: challenge,
              expectedOrigin: ORIGIN,
              expectedRPID: RP_ID,
              credential: { id: answer.id, publicKey: of.publicKey ?? new Uint8Array(), counter },
            }),
          );
          taken[ours ? "both" : "none"] += 1;
          // Of what was done to a signature's own bytes, it lets more pass: ways to write the two numbers that DER does not have.
          expect(ours).toBe("signature" in twist ? ours && theirs : theirs);
        },
      ),
      { numRuns: 300 },
    );
    expect(taken.both).toBeGreaterThan(30);
    expect(taken.none).toBeGreaterThan(30);
  });

  it("at a registration is taken where @simplewebauthn/server takes it, and the key is the same", async () => {
    const { deps } = createSessionWorld();
    // What it does not take of a key that is cut off, it does not look at.
    const creationTwists = twists.filter((twist) => !("signature" in twist || "signed" in twist));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...algorithms), creationTwists, async (algorithm, twist) => {
        const authenticator = await createAuthenticator(algorithm);
        const challenge = await createChallenge(deps, "passkey_registration");
        const credential = await authenticator.create(challenge, twist);
        const ours = await isTaken(() => verifyRegistration(deps, credential, party));
        expect(ours).toBe(await isVerified(() => register(credential, challenge)));
        if (!ours) return;
        const { publicKey } = await verifyRegistration(deps, credential, party);
        expect(publicKey.algorithm).toBe(algorithm);
      }),
      { numRuns: 60 },
    );
  });
});

function register(
  credential: Awaited<ReturnType<Awaited<ReturnType<typeof createAuthenticator>>["create"]>>,
  challenge: string,
) {
  const { attestationObject, clientDataJSON } = credential.response;
  return verifyRegistrationResponse({
    response: {
      id: credential.id,
      rawId: credential.id,
      type: "public-key",
      clientExtensionResults: {},
      response: { attestationObject, clientDataJSON },
    },
    expectedChallenge: challenge,
    expectedOrigin: ORIGIN,
    expectedRPID: RP_ID,
    supportedAlgorithmIDs: Object.values(PASSKEY_ALGORITHMS),
  });
}
