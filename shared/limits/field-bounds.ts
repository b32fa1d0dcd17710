/**
 * What fields of forms accept, both ends included: contracts refuse values beyond, and texts name them as `{{bounds.…,
 * number}}`, in the reader's number format. Lengths are in characters.
 */
import { MAX_WEBHOOK_TRADERS, MAX_WEBHOOK_URL_CHARACTERS } from "#shared/limits/webhooks.ts";

export const BOUNDS = {
  /** In percent. */
  payout: { min: 0.01, max: 100 },
  /** In percent. */
  confidence: { min: 50, max: 99 },
  asset: { min: 1, max: 32 },
  /** From entry to expiry. */
  life: { minSeconds: 10, maxSeconds: 366 * 24 * 60 * 60, maxDays: 366 },
  traderHandle: { min: 2, max: 32 },
  accountId: { min: 1, max: 64 },
  passcode: { min: 6, max: 128, minOfStaff: 12 },
  /** Name of a member; it may be empty. */
  accountName: { min: 1, max: 80 },
  /** Name of a trader, an ingest key or a webhook. */
  label: { min: 1, max: 80 },
  passkeyLabel: { min: 1, max: 60 },
  reason: { min: 3, max: 500 },
  evidence: { min: 1, max: 200 },
  /** Digits on each side of the point. */
  priceDigits: { max: 12 },
  /** Delay of an ingest key, from receipt to entry. */
  keyEntryDelay: { minSeconds: 1, maxSeconds: 60 * 60 },
  keyLife: { minSeconds: 1, maxSeconds: 30 * 24 * 60 * 60, maxDays: 30 },
  keyAssets: { min: 1, max: 100 },
  webhookTraders: { min: 1, max: MAX_WEBHOOK_TRADERS },
  /** Traders, or assets, that a partial name may match in a list of signals: each is looked up separately. */
  listNames: { max: 50 },
  /** Most signals of a period that can be sorted: more would be too many to read. */
  sorted: { max: 10_000 },
  webhookUrl: { max: MAX_WEBHOOK_URL_CHARACTERS },
} as const;
