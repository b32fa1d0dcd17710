/** Passkeys: the JSON that browsers send and get by WebAuthn (https://www.w3.org/TR/webauthn-3/), and a member's list of them. */
import * as v from "valibot";
import { CurrentPasscode } from "./profile.ts";
import { PocketoptionId, SignInRequest } from "./session.ts";
import { BOUNDS } from "#shared/limits/field-bounds.ts";
import { lengthOf, Line } from "./text.ts";

/** Passkeys of one account: more than people have devices. */
export const MAX_PASSKEYS = 10;

/** Accepted signature algorithms, by their number in COSE (https://www.iana.org/assignments/cose), in order of preference. */
export const PASSKEY_ALGORITHMS = { ES256: -7, EdDSA: -8, RS256: -257 } as const;
export type PasskeyAlgorithm = keyof typeof PASSKEY_ALGORITHMS;

/** How a browser reaches the device of a passkey. */
export const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;

const base64Url = (maxLength: number) =>
  v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]+$/), v.maxLength(maxLength));

/** At most 1023 bytes. */
const CredentialId = base64Url(1364);
const type = v.literal("public-key");
const userVerification = v.literal("required");

/** Identifies a passkey for a browser. */
const PasskeyDescriptor = v.object({ type, id: v.string(), transports: v.array(v.picklist(TRANSPORTS)) });
export type PasskeyDescriptor = v.InferOutput<typeof PasskeyDescriptor>;

/**
 * Answer of `POST /api/auth/passkeys/options/`, without an account, and of `POST /api/profile/passkeys/confirmation/options/`: the
 * options of `navigator.credentials.get`.
 */
export const PasskeyRequestOptions = v.object({
  challenge: v.string(),
  rpId: v.string(),
  /** In milliseconds. */
  timeout: v.number(),
  userVerification,
  /** The member's passkeys; empty at a sign-in, where any passkey of this site is accepted. */
  allowCredentials: v.array(PasskeyDescriptor),
});
export type PasskeyRequestOptions = v.InferOutput<typeof PasskeyRequestOptions>;

/**
 * Body of `POST /api/auth/passkeys/login/`, which answers `SignInAnswer`, and of `POST /api/profile/passkeys/confirmation/`, which
 * answers 204: within a minute, the next action in this session then needs no `current_passcode`.
 */
export const PasskeyAnswer = v.object({
  credential: v.object({
    id: CredentialId,
    type,
    response: v.object({
      clientDataJSON: base64Url(4096),
      authenticatorData: base64Url(4096),
      signature: base64Url(2048),
      /** The device's id for the account. */
      userHandle: v.nullish(base64Url(88)),
    }),
  }),
});
export type PasskeyAnswer = v.InferOutput<typeof PasskeyAnswer>;

/** Body of `POST /api/profile/passkeys/options/`. */
export const PasskeyOptionsRequest = v.object({ current_passcode: v.optional(CurrentPasscode) });

/** Answer of `POST /api/profile/passkeys/options/` and `POST /api/auth/passkeys/sign-up/options/`: for `navigator.credentials.create`. */
export const PasskeyCreationOptions = v.object({
  challenge: v.string(),
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  pubKeyCredParams: v.array(v.object({ type, alg: v.number() })),
  /** In milliseconds. */
  timeout: v.number(),
  /** Passkeys that the account already has. */
  excludeCredentials: v.array(PasskeyDescriptor),
  authenticatorSelection: v.object({
    residentKey: v.literal("required"),
    requireResidentKey: v.literal(true),
    userVerification,
  }),
  attestation: v.literal("none"),
});
export type PasskeyCreationOptions = v.InferOutput<typeof PasskeyCreationOptions>;

/** Body of `POST /api/profile/passkeys/`, which answers 201 `Passkey`. */
export const NewPasskey = v.object({
  /** Name of the passkey for the member: 1 to 60 characters. */
  label: v.pipe(Line, ...lengthOf(BOUNDS.passkeyLabel.min, BOUNDS.passkeyLabel.max)),
  credential: v.object({
    id: CredentialId,
    type,
    response: v.object({
      clientDataJSON: base64Url(4096),
      attestationObject: base64Url(16 * 1024),
      /** Values that are not in `TRANSPORTS` are ignored. */
      transports: v.optional(v.array(v.string()), []),
    }),
  }),
});
export type NewPasskey = v.InferOutput<typeof NewPasskey>;

/** Body of `POST /api/auth/passkeys/sign-up/options/`. */
export const PasskeySignUpOptionsRequest = v.object({ pocketoption_id: PocketoptionId });

/** Body of `POST /api/auth/passkeys/sign-up/`, which answers `SignInAnswer`: creates an account with a passkey, without a passcode. */
export const PasskeySignUp = v.object({
  ...NewPasskey.entries,
  pocketoption_id: PocketoptionId,
  /** As in `SignInRequest`. */
  invite: SignInRequest.entries.invite,
  turnstile_token: SignInRequest.entries.turnstile_token,
});
export type PasskeySignUp = v.InferOutput<typeof PasskeySignUp>;

/** Body of `DELETE /api/profile/passkeys/{id}/`, which answers 204. */
export const PasskeyRemoval = v.object({ current_passcode: v.optional(CurrentPasscode) });

/** A passkey as its owner sees it. */
export const Passkey = v.object({
  id: v.string(),
  label: v.string(),
  /** ISO 8601 in UTC. */
  created_at: v.string(),
  /** ISO 8601 in UTC; null until it is first used to sign in. */
  last_used_at: v.nullable(v.string()),
});
export type Passkey = v.InferOutput<typeof Passkey>;

/** Answer of `GET /api/profile/passkeys/`: all of them, the oldest first. */
export const PasskeyList = v.object({ results: v.array(Passkey) });
export type PasskeyList = v.InferOutput<typeof PasskeyList>;

/** Every `code` of these calls besides those of `SESSION_PROBLEM_CODES`. */
export const PASSKEY_PROBLEM_CODES = [
  /** 400: the answer is not from a passkey of this site and member, not from a new passkey where one is needed, or came too late. */
  "passkey_not_valid",
  /** 404: the member has no such passkey. */
  "not_found",
  /** 409: this passkey is registered already. */
  "passkey_exists",
  /** 409: the member has `MAX_PASSKEYS`. */
  "too_many_passkeys",
  /** 409: it is the only way left to sign in, or the last passkey of staff who must have one. */
  "last_passkey",
] as const;
export type PasskeyProblemCode = (typeof PASSKEY_PROBLEM_CODES)[number];
