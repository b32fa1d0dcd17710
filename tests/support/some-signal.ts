/** A complete signal for tests that need one; optional fields of the contract have their defaults. */
import * as v from "valibot";
import { Signal } from "#shared/contracts/signals.ts";

export function someSignal(changes: Partial<Signal> = {}): Signal {
  return v.parse(Signal, {
    id: "0011223344556677aabb",
    trader: { handle: "north-light", name: "North Light" },
    asset: "EUR/USD",
    direction: "up",
    published_at: "2026-03-01T00:00:00.000Z",
    entry_at: "2026-03-01T00:01:00.000Z",
    expires_at: "2026-03-01T00:06:00.000Z",
    settle_by: "2026-03-02T00:06:00.000Z",
    payout: 0.85,
    stake: 1,
    outcome: "open",
    is_late: false,
    is_otc: false,
    settled_at: null,
    void_reason: null,
    correction: null,
    published_seq: 1,
    settled_seq: null,
    ...changes,
  });
}
