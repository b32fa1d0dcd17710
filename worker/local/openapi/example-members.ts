/** Examples of what members send and get about themselves: sign-in, profile, passkeys and notifications. */
import type * as v from "valibot";
import * as passkeys from "#shared/contracts/passkeys.ts";
import * as profile from "#shared/contracts/profile.ts";
import * as push from "#shared/contracts/push.ts";
import * as session from "#shared/contracts/session.ts";
import { createWriter } from "#worker/api/push/write-message.ts";
import { HANDLE, signal, trader } from "./example-record.ts";

export const ACCOUNT_ID = "0c6a1f52-7d1e-4f0e-9a52-5f6f3f3c9b11";
export const MEMBER_ID = "PO-1001";
export const PASSCODE = "correct horse";

const user: session.User = {
  id: ACCOUNT_ID,
  pocketoption_id: MEMBER_ID,
  name: "Ada",
  role: "member",
  language: "de",
  time_zone: "Europe/Berlin",
  has_passcode: true,
  has_passkey: false,
  may_change: true,
  needs_passkey: false,
  created_at: "2026-02-01T09:30:00.000Z",
};

const memberSession: profile.MemberSession = {
  id: "5b8e3c0e-61a7-4a57-8c55-2f1d1a8f0c3e",
  device: "Firefox on Windows",
  network: "192.0.2.0/24",
  created_at: "2026-03-01T11:30:00.000Z",
  last_used_at: "2026-03-01T12:00:00.000Z",
  expires_at: "2026-03-31T12:00:00.000Z",
  is_current: true,
};

const act: profile.AccountAct = {
  at: "2026-02-01T09:30:00.000Z",
  action: "account_created",
  by: "staff",
  detail: { role: "member", passcode: true },
  network: "",
};

/** Appendix A of RFC 8291. */
const BROWSER_KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const SITE_KEY = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
const ENDPOINT = "https://relay.example.com/push/gAAAAABl";

const browser: push.PushSubscriptionEntry = {
  id: "2b7c1d90-4f0e-4f5b-8a64-0d2f9c3a7e15",
  device: "Firefox on Windows",
  created_at: "2026-02-28T18:00:00.000Z",
  endpoint: ENDPOINT,
};

const tokens = { access: "eyJhbGciOi…", refresh: "eyJhbGciOi…" };

const challenge = "ZXlKaGJHY2lPaS4uLg";
const rpId = "signals.example";
const timeout = 300_000;
const passkey = {
  id: "2c1f7f0e-6a0b-4a57-9d5b-3f8f0a3c9b11",
  label: "Phone",
  created_at: "2026-02-20T08:00:00.000Z",
  last_used_at: null,
};
const keptPasskey = {
  credential_id: "Ql8mOe3fW0hC7v1YxK2b4A",
  user_handle: "ZTZhMWQzYjA",
  public_key: "pQECAyYgASFYIH_NziQ9q8RdQYPL7m_bS3tYBzM1e-nvE7rPbjx70VRF",
  counter: 0,
  transports: ["internal"],
};

const newPasskey = {
  label: passkey.label,
  credential: {
    id: keptPasskey.credential_id,
    type: "public-key",
    response: {
      clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiw",
      attestationObject: "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YViU",
      transports: ["internal"],
    },
  },
} satisfies passkeys.NewPasskey;

/** An example of a contract. */
export function example<Schema extends v.GenericSchema>(
  schema: Schema,
  value: v.InferInput<Schema>,
): [v.GenericSchema, unknown] {
  return [schema, value];
}

export const MEMBER_EXAMPLES = [
  example(session.SignInRequest, { pocketoption_id: MEMBER_ID, passcode: PASSCODE }),
  example(session.SignInAnswer, { ...tokens, device_token: "eyJhbGciOi…" }),
  example(session.RefreshRequest, { refresh: tokens.refresh }),
  example(session.TokenPair, tokens),
  example(session.User, user),

  example(profile.ProfileChanges, { name: "Ada", language: "de", time_zone: "Europe/Berlin" }),
  example(profile.PasscodeChange, { passcode: "battery staple", current_passcode: PASSCODE }),
  example(profile.AccountActList, { results: [act] }),
  example(profile.ProfileExportRequest, { current_passcode: PASSCODE }),
  example(profile.ProfileExport, {
    exported_at: "2026-03-01T12:00:00.000Z",
    account: user,
    sessions: [{ ...memberSession, ended_at: null }],
    follows: [{ trader: HANDLE, followed_at: "2026-03-01T11:45:00.000Z", is_muted: false }],
    notifications: { push: true, quiet_from: "22:00", quiet_until: "07:00" },
    push_subscriptions: [
      {
        endpoint: ENDPOINT,
        device: browser.device,
        language: "de",
        time_zone: "Europe/Berlin",
        created_at: browser.created_at,
      },
    ],
    passkeys: [{ ...passkey, ...keptPasskey }],
    acts: [act],
  }),
  example(profile.AccountDeletion, { confirm: MEMBER_ID, current_passcode: PASSCODE }),
  example(profile.MemberSessionList, { results: [memberSession] }),
  example(profile.EndedSessions, { ended: 2 }),
  example(profile.FollowList, { results: [{ ...trader, followed_at: "2026-03-01T11:45:00.000Z" }] }),
  example(profile.FollowState, { handle: HANDLE, is_followed: true }),

  example(passkeys.PasskeyRequestOptions, {
    challenge,
    rpId,
    timeout,
    userVerification: "required",
    allowCredentials: [],
  }),
  example(passkeys.PasskeyAnswer, {
    credential: {
      id: keptPasskey.credential_id,
      type: "public-key",
      response: {
        clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0Iiw",
        authenticatorData: "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAA",
        signature: "MEUCIQCFL6fXrM1Z1j2S4XbYt0Yk",
        userHandle: "ZTZhMWQzYjA",
      },
    },
  }),
  example(passkeys.PasskeyOptionsRequest, { current_passcode: PASSCODE }),
  example(passkeys.PasskeyCreationOptions, {
    challenge,
    rp: { id: rpId, name: rpId },
    user: { id: "ZTZhMWQzYjA", name: MEMBER_ID, displayName: "Ada" },
    pubKeyCredParams: [{ type: "public-key", alg: passkeys.PASSKEY_ALGORITHMS.ES256 }],
    timeout,
    excludeCredentials: [],
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    attestation: "none",
  }),
  example(passkeys.NewPasskey, newPasskey),
  example(passkeys.PasskeySignUpOptionsRequest, { pocketoption_id: MEMBER_ID }),
  example(passkeys.PasskeySignUp, { ...newPasskey, pocketoption_id: MEMBER_ID }),
  example(passkeys.Passkey, passkey),
  example(passkeys.PasskeyList, { results: [passkey] }),
  example(passkeys.PasskeyRemoval, { current_passcode: PASSCODE }),

  example(push.NewPushSubscription, {
    endpoint: ENDPOINT,
    keys: { p256dh: BROWSER_KEY, auth: "BTBZMqHH6r4Tts7J_aSIgg" },
    language: "de",
    time_zone: "Europe/Berlin",
  }),
  example(push.PushSubscriptionEntry, browser),
  example(push.PushSubscriptionRemoval, { endpoint: ENDPOINT }),
  example(push.NotificationChanges, { quiet_from: "22:00", quiet_until: "07:00" }),
  example(push.Notifications, {
    public_key: SITE_KEY,
    push: true,
    quiet_from: "22:00",
    quiet_until: "07:00",
    time_zone: "Europe/Berlin",
    language: null,
    devices: [browser],
    muted: [],
  }),
  example(push.PushMessage, JSON.parse(createWriter(signal)("de", "Europe/Berlin"))),
];
