/**
 * One example of each request body and of each answer in JSON, for the published document. Values that follow from the
 * ledger are computed as everywhere; a test checks each example against its contract.
 */
import type * as v from "valibot";
import * as admin from "#shared/contracts/admin.ts";
import * as staffSignals from "#shared/contracts/staff-signals.ts";
import * as hooks from "#shared/contracts/hooks.ts";
import { LedgerHead, LedgerPage } from "#shared/contracts/ledger.ts";
import { LivePage } from "#shared/contracts/live.ts";
import { KeptCheckpointPage, LogObserverList } from "#shared/contracts/log.ts";
import { PriceAnswer } from "#shared/contracts/prices.ts";
import { NewSignal, Signal, SignalDetail, SignalPage } from "#shared/contracts/signals.ts";
import { SearchResults } from "#shared/contracts/search.ts";
import { TraderSlices } from "#shared/contracts/slices.ts";
import { NewTrader, Summary, TraderDetail, TraderPage, TraderRename } from "#shared/contracts/traders.ts";
import * as webhooks from "#shared/contracts/webhooks.ts";
import { VitalsReport, VitalsSummary } from "#shared/contracts/vitals.ts";
import { ACCOUNT_ID, example, MEMBER_EXAMPLES, MEMBER_ID, PASSCODE } from "./example-members.ts";
import {
  asset,
  direction,
  ENTRY_AT,
  EXPIRES_AT,
  HANDLE,
  head,
  joined,
  payout,
  published,
  settled,
  signal,
  SIGNAL_ID,
  statistics,
  trader,
} from "./example-record.ts";

const account: admin.AdminAccount = {
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

const invite: admin.Invite = {
  id: "5f0d2a77-3b1e-4c58-8a0b-7e9d6c4f2b10",
  account: null,
  created_by: "PO-9001",
  created_at: "2026-03-01T09:30:00.000Z",
  expires_at: "2026-03-08T09:30:00.000Z",
};

const ingestKey: hooks.IngestKey = {
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
/** Of a log that does not exist. */
const NOTE = `signals.example/log
${head.seq}
3Z1k8Xo9cVQ0m3N8H3qT1m6rQ2vB8YbXn0c1d6m2x4s=

— signals.example/log mIaSMqOPL7XbBmfTin/ZPnQOPYprWWNrlRgOGlzcVfVlw9odNoNjy+OgsHWTXg+u8n7nL2H8opmp0HJnlQeGPtZRJwk=
`;
const COSIGNATURE =
  "— witness.example 4icy/gAAAABrCKJfApZdC7rM+nOeEzPBwIw7UqgfhHthtZXEQVumt+Uy7JyfB7j1+c03b+a4KKPYzM2duqv6q9FLfXRSMlGUjvh4AQ==\n";
const vital = (p75: number) => ({ p75, count: 40 });

/** By contract. */
export const EXAMPLES: ReadonlyMap<v.GenericSchema, unknown> = new Map([
  ...MEMBER_EXAMPLES,

  example(Signal, signal),
  example(staffSignals.OpenSignalsPage, {
    results: [],
    next: null,
    as_of_seq: head.seq,
    position: { total: 0, before: 0 },
    counts: { due: 0, running: 12 },
  }),
  example(staffSignals.CorrectableSignalsPage, {
    results: [signal],
    next: null,
    as_of_seq: head.seq,
    position: { total: 1, before: 0 },
  }),
  example(SignalPage, { results: [signal], next: null, as_of_seq: head.seq }),
  example(SignalDetail, { ...signal, entries: [published, settled] }),
  example(TraderPage, { results: [trader], next: null, looked_at: 0 }),
  example(TraderDetail, {
    ...trader,
    equity: [{ settled: 1, at: settled.at, equity: payout, drawdown: 0 }],
    looked_at: 0,
  }),
  example(SearchResults, {
    traders: [{ handle: trader.handle, name: trader.name }],
    assets: [asset],
    signal: null,
  }),
  example(TraderSlices, {
    by: "asset",
    zone: "UTC",
    slices: [{ key: asset, won: 1, lost: 0, draw: 0, gains: payout, squared_gains: payout ** 2 }],
    looked_at: 0,
    as_of_seq: head.seq,
  }),
  example(Summary, { traders: 1, retired_traders: 0, signals: 1, statistics, head }),
  example(LedgerPage, { results: [joined, published, settled], next: null }),
  example(LedgerHead, head),
  example(KeptCheckpointPage, {
    results: [
      {
        size: head.seq,
        first_note: `${NOTE}${COSIGNATURE}`,
        first_witnessed_at: "2026-03-01T12:07:31.000Z",
        last_note: `${NOTE}${COSIGNATURE}`,
        last_witnessed_at: "2026-03-01T12:07:31.000Z",
        stamped_at: null,
      },
    ],
    next: null,
  }),
  example(LogObserverList, {
    results: [
      {
        name: "witness.example",
        kind: "witness",
        status: "failing",
        size: head.seq,
        succeeded_at: "2026-03-01T12:07:31.000Z",
        failed_at: "2026-03-01T12:08:05.000Z",
        failure: "does not answer in time",
        objected_at: null,
        objection: null,
        refused_note: null,
        seen_note: null,
      },
    ],
  }),
  example(LivePage, {
    results: [{ seq: head.seq, kind: "settled", signal }],
    seq: head.seq,
    is_reset: false,
  }),

  example(NewSignal, {
    trader: HANDLE,
    asset,
    direction,
    entry_at: ENTRY_AT,
    expires_at: EXPIRES_AT,
    payout,
    stated_price: "1.0851",
  }),
  example(admin.SettleRequest, {
    outcome: "won",
    evidence: {
      price: "1.0862",
      at: EXPIRES_AT,
      where: "The platform's chart",
      note: "The source was down.",
    },
  }),
  example(admin.VoidRequest, { reason: "The price feed was wrong." }),
  example(admin.CorrectRequest, { from: "won", outcome: "lost", reason: "The price was misread." }),
  example(PriceAnswer, {
    asset,
    at: "2026-03-01T12:00:58.412Z",
    price: "1.08509",
    source: "Example quotes",
  }),
  example(NewTrader, { handle: HANDLE, name: "North Light" }),
  example(TraderRename, { name: "North Light" }),

  example(admin.NewAccount, { pocketoption_id: MEMBER_ID, name: "Ada" }),
  example(admin.AdminAccount, account),
  example(admin.AdminAccountPage, { results: [account], next: null, position: { total: 1, before: 0 } }),
  example(admin.AccountChanges, { is_active: false }),
  example(admin.NewInvite, { current_passcode: PASSCODE }),
  example(admin.CreatedInvite, { ...invite, path: `/login#invite=${INVITE_TOKEN}` }),
  example(admin.InviteList, { sign_up: "invite", results: [invite] }),
  example(admin.AuditPage, {
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

  example(hooks.AlertReceipt, {
    status: "published",
    signal_id: SIGNAL_ID,
    received_at: published.at,
    not_understood: [],
  }),
  example(hooks.NewIngestKey, { trader: HANDLE, label: "Charts of the desk" }),
  example(hooks.CreatedIngestKey, { ...ingestKey, key: KEY, path: `/api/hooks/${KEY}/` }),
  example(hooks.IngestKeyList, { results: [ingestKey] }),
  example(hooks.IngestMessagePage, {
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

  example(VitalsReport, { page: "home", lcp: 1200, inp: 48, cls: 0.02, fcp: 700, ttfb: 90 }),
  example(VitalsSummary, {
    days: 7,
    is_in_analytics_engine: false,
    results: [
      {
        page: "home",
        lcp: vital(1240),
        inp: vital(50),
        cls: vital(0.021),
        fcp: vital(720),
        ttfb: vital(96),
      },
    ],
  }),
]);
