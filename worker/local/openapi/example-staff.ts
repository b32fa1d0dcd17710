/** Examples of what staff send and get: accounts, invites, the audit log, ingest keys, webhooks. */
import * as accounts from "#shared/contracts/accounts.ts";
import * as audit from "#shared/contracts/audit.ts";
import * as ingestKeys from "#shared/contracts/ingest-keys.ts";
import * as ingestMessages from "#shared/contracts/ingest-messages.ts";
import * as webhooks from "#shared/contracts/webhooks.ts";
import { ACCOUNT_ID, example, MEMBER_ID, PASSCODE } from "./example-members.ts";
import { asset, direction, HANDLE, payout, published, signal, SIGNAL_ID } from "./example-record.ts";

const account: accounts.AdminAccount = {
  id: ACCOUNT_ID,
  pocketoption_id: MEMBER_ID,
  name: "Ada",
  role: "member",
  language: "de",
  has_passcode: true,
  has_passkey: false,
  id_alone: false,
  is_active: true,
  created_at: "2026-02-01T09:30:00.000Z",
  sessions: 1,
};

const INVITE_TOKEN = "q8Jm0Zr2u7Vb4cXe1sYwTA";

const invite: accounts.Invite = {
  id: "5f0d2a77-3b1e-4c58-8a0b-7e9d6c4f2b10",
  account: null,
  created_by: "PO-9001",
  created_at: "2026-03-01T09:30:00.000Z",
  expires_at: "2026-03-08T09:30:00.000Z",
};

const ingestKey: ingestKeys.IngestKey = {
  id: "7d5c9f7a-3a56-4a0c-a0f2-0f1c6d1f2b90",
  trader: HANDLE,
  label: "Charts of the desk",
  payout,
  entry_delay_seconds: 30,
  life_seconds: 300,
  min_payout: 0.5,
  max_payout: 1,
  min_life_seconds: 30,
  max_life_seconds: 86_400,
  assets: [asset],
  takes_confidence: false,
  created_at: "2026-02-20T08:00:00.000Z",
  last_used_at: null,
  revoked_at: null,
  not_understood: [],
};

const webhook: webhooks.Webhook = {
  id: "5b0c0f0e-4a31-4c27-9f0b-1f5d3a2c7e60",
  url: "https://relay.example.com/tidemark",
  description: "Telegram",
  events: ["signal.published", "signal.settled"],
  traders: [],
  created_at: "2026-02-01T09:30:00.000Z",
  off: null,
  old_secret_until: null,
  pending: 0,
};

const delivery: webhooks.WebhookDelivery = {
  id: 7,
  message_id: `${webhook.id}_${published.seq}`,
  webhook: { id: webhook.id, description: webhook.description },
  type: "signal.published",
  signal_id: SIGNAL_ID,
  at: published.at,
  state: "pending",
  attempts: 1,
  attempted_at: published.at,
  next_at: published.at,
  status: 503,
  words: "Service Unavailable",
};

const SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD/Wz4/2nlyKU=";
const KEY = "tmk_4f9Qm0l1xG7cW2sR8dKz3vYb6nTa5hPe";

/** By contract. */
export const STAFF_EXAMPLES = [
  example(accounts.NewAccount, { pocketoption_id: MEMBER_ID, name: "Ada" }),
  example(accounts.AdminAccount, account),
  example(accounts.AdminAccountPage, { results: [account], next: null, position: { total: 1, before: 0 } }),
  example(accounts.AccountChanges, { is_active: false }),
  example(accounts.NewInvite, { current_passcode: PASSCODE }),
  example(accounts.CreatedInvite, { ...invite, path: `/login#invite=${INVITE_TOKEN}` }),
  example(accounts.InviteList, { sign_up: "invite", results: [invite] }),
  example(audit.AuditPage, {
    results: [
      {
        seq: 12,
        at: published.at,
        action: "signal_published",
        actor: { id: "9d2f6c1e-0b7a-4d7e-8f43-1c5a7e2b9d60", pocketoption_id: "PO-9001", name: "Grace" },
        target: SIGNAL_ID,
        target_name: null,
        detail: { trader: HANDLE, asset, direction },
        network: "192.0.2.0/24",
        request_id: "0f4a7f2c-55c2-4a6d-9a0e-6a3d7b1c8e95",
      },
    ],
    next: null,
    position: { total: 1, before: 0 },
  }),

  example(ingestMessages.AlertReceipt, {
    status: "published",
    signal_id: SIGNAL_ID,
    received_at: published.at,
    not_understood: [],
  }),
  example(ingestKeys.NewIngestKey, { trader: HANDLE, label: "Charts of the desk" }),
  example(ingestKeys.CreatedIngestKey, { ...ingestKey, key: KEY, path: `/api/hooks/${KEY}/` }),
  example(ingestKeys.IngestKeyList, { results: [ingestKey] }),
  example(ingestMessages.IngestMessagePage, {
    results: [
      {
        id: 3,
        key: { id: ingestKey.id, label: ingestKey.label, trader: HANDLE },
        received_at: published.at,
        state: "refused",
        text: "EURUSD 5m",
        signal_id: null,
        code: "direction_missing",
        detail: "No direction, as in buy or sell.",
        request_id: "1b6b3b52-9c8e-4f4e-8f5d-8a2c7d5e4f31",
      },
    ],
    next: null,
  }),

  example(webhooks.NewWebhook, {
    url: webhook.url,
    description: webhook.description,
    events: webhook.events,
    current_passcode: PASSCODE,
  }),
  example(webhooks.WebhookChanges, { is_on: false }),
  example(webhooks.SecretRotation, { current_passcode: PASSCODE }),
  example(webhooks.Webhook, webhook),
  example(webhooks.WebhookList, { results: [webhook] }),
  example(webhooks.WebhookSecret, { webhook, secret: SECRET }),
  example(webhooks.WebhookDelivery, delivery),
  example(webhooks.WebhookMessage, {
    type: "signal.published",
    timestamp: published.at,
    data: signal,
    seq: published.seq,
  }),
  example(webhooks.WebhookDeliveryPage, { results: [delivery], next: null }),
];
