/** Ledger entries as they come, and their canonical JSON. */
import * as v from "valibot";

const Quote = v.object({ price: v.string(), at: v.string(), sha256: v.string() });

const Prices = v.array(
  v.object({
    address: v.string(),
    source: v.string(),
    entry: v.nullable(Quote),
    expiry: v.nullable(Quote),
    later: v.optional(Quote),
  }),
);

const Payload = v.object({
  trader: v.optional(v.string(), ""),
  asset: v.optional(v.string()),
  direction: v.optional(v.string()),
  entry_at: v.optional(v.string(), ""),
  expires_at: v.optional(v.string(), ""),
  settle_by: v.optional(v.string(), ""),
  payout: v.optional(v.number(), 0),
  confidence: v.optional(v.number()),
  is_late: v.optional(v.boolean(), false),
  is_otc: v.optional(v.boolean(), false),
  outcome: v.optional(v.string(), ""),
  cause: v.optional(v.string()),
  reason: v.optional(v.string()),
  price_rule: v.optional(v.object({ sources: v.array(v.string()), max_quote_age_s: v.number() })),
  stated_price: v.optional(v.string()),
  prices: v.optional(Prices),
  evidence: v.optional(
    v.object({ price: v.string(), at: v.string(), where: v.string(), note: v.optional(v.string()) }),
  ),
});

export const Entry = v.object({
  seq: v.number(),
  at: v.string(),
  clock_at: v.string(),
  kind: v.string(),
  signal_id: v.nullable(v.string()),
  payload: Payload,
  prev_hash: v.string(),
  hash: v.string(),
});
export type Entry = v.InferOutput<typeof Entry>;

/** JCS: members in the order of their names' UTF-16 units; numbers and texts as ECMAScript writes them. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(",")}}`;
}
