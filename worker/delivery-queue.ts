/**
 * What the worker sends outside, and the queue that carries it. The database stores what has to be sent; a message only
 * names its row.
 */
import type { Delivery } from "./api/dependencies.ts";
import type { SendingDependencies } from "./api/push/send-page.ts";
import type { WebhookDependencies } from "./api/webhooks/send-webhook.ts";
import { describeError } from "./http/logger.ts";

type DeliveryDependencies = SendingDependencies & WebhookDependencies;

/** Enqueues what has to be sent: after each commit what is new, each minute also what the queue has lost. */
export async function enqueueDeliveries(deps: Omit<SendingDependencies, "isLocal">): Promise<void> {
  const [{ announceSignals }, { announceToWebhooks }] = await Promise.all([
    import("./api/push/announce-signals.ts"),
    import("./api/webhooks/send-webhook.ts"),
  ]);
  for (const announced of await Promise.allSettled([announceSignals(deps), announceToWebhooks(deps)]))
    if (announced.status === "rejected")
      deps.log({ level: "error", event: "deliveries_not_enqueued", error: describeError(announced.reason) });
}

/** How the names of the dead-letter queues in wrangler.toml end. */
const DEAD_LETTERS = "-dead";

/** The queue retries a message that fails, without the others of its batch, and finally sends it to the dead-letter queue. */
export async function consumeDeliveries(
  deps: DeliveryDependencies,
  batch: MessageBatch<Delivery>,
): Promise<void> {
  const isDead = batch.queue.endsWith(DEAD_LETTERS);
  await Promise.all(
    batch.messages.map(async (message) => {
      const { body } = message;
      // Its row stays, and the minute's job enqueues again what is overdue.
      if (isDead) return deps.log({ level: "error", event: "delivery_given_up", ...body });
      try {
        await deliver(deps, body);
      } catch (error) {
        deps.log({ level: "error", event: "delivery_failed", ...body, error: describeError(error) });
        message.retry();
      }
    }),
  );
}

async function deliver(deps: DeliveryDependencies, delivery: Delivery): Promise<void> {
  if ("push" in delivery) await (await import("./api/push/send-page.ts")).sendPage(deps, delivery.push);
  else await (await import("./api/webhooks/send-webhook.ts")).sendWebhook(deps, delivery.webhook);
}
