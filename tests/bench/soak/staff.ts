/** Staff who publish and settle signals through the API, so that live readers and webhooks have news. */
import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { WEBHOOK_EVENTS, WebhookSecret } from "#shared/contracts/webhooks.ts";
import { MIN_SIGNAL_LIFE_MS } from "#shared/limits/signals.ts";
import { callApi, signalSentBy, signInByApi } from "#tests/support/api-client.ts";

const TIMES = { entryInMs: 1_000, lifeMs: MIN_SIGNAL_LIFE_MS };
/** From publication to expiry. */
export const SIGNAL_LIFE_MS = TIMES.entryInMs + TIMES.lifeMs;

const Published = v.object({ id: v.string(), published_seq: v.number(), expires_at: v.string() });
export type Published = v.InferOutput<typeof Published>;

export interface Staff {
  /** Publishes a signal; again with the same key is the same signal. */
  readonly publish: (key?: string) => Promise<Published>;
  /** Resolves with the settlement's seq. */
  readonly settle: (signal: Published) => Promise<number>;
  /** For all events; resolves with the secret. */
  readonly addWebhook: (url: string) => Promise<string>;
}

/** Before the access token's five minutes are over. */
const SIGN_IN_EVERY_MS = 4 * 60_000;

const Settled = v.object({ settled_seq: v.number() });
const Traders = v.object({ results: v.array(v.object({ handle: v.string() })) });

export async function openStaff(url: string, id: string, passcode: string): Promise<Staff> {
  const traders = v.parse(Traders, await (await fetch(`${url}/api/traders/`)).json());
  const trader = traders.results[0]?.handle ?? "";
  let token = "";
  let signedInMs = Number.NEGATIVE_INFINITY;

  async function post(path: string, body: unknown, key: string = randomUUID()): Promise<unknown> {
    if (performance.now() - signedInMs > SIGN_IN_EVERY_MS) {
      token = await signInByApi(url, id, passcode);
      signedInMs = performance.now();
    }
    const headers = { "Idempotency-Key": key };
    const answer = await callApi(url, token, "POST", `/api/admin/${path}`, body, headers);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`);
    return answer.json();
  }

  return {
    publish: async (key) => v.parse(Published, await post("signals/", signalSentBy(trader, TIMES), key)),
    async settle({ id: signalId, expires_at }) {
      const evidence = { price: "1.0851", at: expires_at, where: "A platform chart" };
      const settled = await post(`signals/${signalId}/settle/`, { outcome: "won", evidence });
      return v.parse(Settled, settled).settled_seq;
    },
    async addWebhook(webhookUrl) {
      const webhook = {
        url: webhookUrl,
        description: "Soak",
        events: WEBHOOK_EVENTS,
        current_passcode: passcode,
      };
      return v.parse(WebhookSecret, await post("webhooks/", webhook)).secret;
    },
  };
}
