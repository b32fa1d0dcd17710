/** Staff who publish a signal every few seconds through the API, so that the record grows and live readers have news. */
import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { signInByApi } from "#tests/support/api-client.ts";

export interface Staff {
  /** Publishes a signal and resolves with its ledger entry; again with the same key is the same signal. */
  readonly publish: (key?: string) => Promise<number>;
}

/** Before the access token's five minutes are over. */
const SIGN_IN_EVERY_MS = 4 * 60_000;
const HOUR_MS = 3_600_000;

const Published = v.object({ published_seq: v.number() });
const Traders = v.object({ results: v.array(v.object({ handle: v.string() })) });

export async function openStaff(url: string, id: string, passcode: string): Promise<Staff> {
  const traders = v.parse(Traders, await (await fetch(`${url}/api/traders/`)).json());
  const trader = traders.results[0]?.handle ?? "";
  let token = "";
  let signedInMs = Number.NEGATIVE_INFINITY;
  return {
    async publish(key = randomUUID()) {
      if (performance.now() - signedInMs > SIGN_IN_EVERY_MS) {
        token = await signInByApi(url, id, passcode);
        signedInMs = performance.now();
      }
      const now = Date.now();
      const response = await fetch(`${url}/api/admin/signals/`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${token}`,
          "Content-Type": "application/json",
          "Idempotency-Key": key,
        },
        body: JSON.stringify({
          trader,
          asset: "EUR/USD",
          direction: "up",
          entry_at: new Date(now + HOUR_MS).toISOString(),
          expires_at: new Date(now + 2 * HOUR_MS).toISOString(),
          payout: 0.85,
        }),
      });
      if (!response.ok) throw new Error(`publishing answered ${response.status}`);
      return v.parse(Published, await response.json()).published_seq;
    },
  };
}
