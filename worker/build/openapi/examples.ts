/** Examples of what a schema cannot say, by contract; a test checks each against its contract. */
import type * as v from "valibot";
import type { PriceAnswer, SourcePrices } from "#shared/contracts/prices.ts";
import type { Problem } from "#shared/contracts/problem.ts";
import type { NewSignal, Signal } from "#shared/contracts/signals.ts";
import type { CorrectRequest, SettleRequest } from "#shared/contracts/staff-signals.ts";
import type { WebhookMessage } from "#shared/contracts/webhooks.ts";

const asked = {
  asset: "EUR/USD",
  direction: "up",
  entry_at: "2026-03-01T12:01:00.000Z",
  expires_at: "2026-03-01T12:06:00.000Z",
  payout: 0.85,
  stated_price: "1.0851",
} as const;

const atEntry = { price: "1.08509", at: "2026-03-01T12:00:58.412Z" };
const source = "Example quotes";
const prices: SourcePrices[] = [
  {
    address: "quotes.example/fx",
    source,
    entry: { ...atEntry, sha256: "6b4f9c0d1e7a25b3c8f6d1a0927e4b58f3c1d2e6a7b8905c4d3e2f1a0b9c8d7e" },
    expiry: {
      price: "1.0862",
      at: "2026-03-01T12:05:59.870Z",
      sha256: "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0",
    },
  },
];

/** From publication to its settlement by prices. */
export const signal = {
  ...asked,
  id: "d2f1c4a07be94f0b8a61",
  trader: { handle: "north-light", name: "North Light" },
  published_at: "2026-03-01T12:00:00.000Z",
  settle_by: "2026-03-08T12:06:00.000Z",
  stake: 1,
  confidence: null,
  outcome: "won",
  is_late: false,
  is_otc: false,
  settled_at: "2026-03-01T12:07:30.000Z",
  void_reason: null,
  counts_as_lost: false,
  correction: null,
  witnessed_at: "2026-03-01T12:00:31.000Z",
  price_rule: { sources: ["quotes.example/fx"], max_quote_age_s: 60, equal: "draw", no_price: "void" },
  settled_by: "prices",
  prices,
  evidence: null,
  price_wait: null,
  published_seq: 2,
  settled_seq: 3,
} satisfies v.InferInput<typeof Signal>;

const newSignal: v.InferInput<typeof NewSignal> = { ...asked, trader: signal.trader.handle };
const settlement: v.InferInput<typeof SettleRequest> = {
  outcome: "won",
  evidence: {
    price: "1.0862",
    at: asked.expires_at,
    where: "The platform's chart",
    note: "The source was down.",
  },
};
const correction: v.InferInput<typeof CorrectRequest> = {
  from: "won",
  outcome: "lost",
  reason: "The price was misread.",
};
const priceAnswer: v.InferInput<typeof PriceAnswer> = { asset: asked.asset, ...atEntry, source };
const webhookMessage: v.InferInput<typeof WebhookMessage> = {
  type: "signal.settled",
  timestamp: signal.settled_at,
  data: signal,
  seq: signal.settled_seq,
};
const problem: Problem = {
  detail: "Prices alone decide the signal.",
  code: "prices_decide",
};

export const EXAMPLES: Readonly<Record<string, unknown>> = {
  CorrectRequest: correction,
  NewSignal: newSignal,
  PriceAnswer: priceAnswer,
  Problem: problem,
  SettleRequest: settlement,
  Signal: signal,
  WebhookMessage: webhookMessage,
};
