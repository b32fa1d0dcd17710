/** What the worker sends outside, and the queue that carries it. What is owed stands in the database: a message only names it. */
import type { ApiDependencies, Delivery } from "./api/dependencies.ts";
import { describeError } from "./http/logger.ts";

/** Gives the queue what is owed: after each commit what it brought, each minute also what the queue has lost. */
export async function giveDeliveries(deps: ApiDependencies): Promise<void> {
  const [{ announceSignals }, { announceToWebhooks }] = await Promise.all([
    import("./api/push/announce-signals.ts"),
    import("./api/webhooks/send-webhook.ts"),
  ]);
  for (const announced of await Promise.allSettled([announceSignals(deps), announceToWebhooks(deps)]))
    if (announced.status === "rejected")
      deps.log({ level: "error", event: "deliveries_not_given", error: describeError(announced.reason) });
}

/** As in wrangler.toml, of each environment. */
const DEAD = "-dead";

/** A message that fails comes again, without the others of its batch; at last it is among the dead. */
export async function makeDeliveries(deps: ApiDependencies, batch: MessageBatch<Delivery>): Promise<void> {
  const isDead = batch.queue.endsWith(DEAD);
  await Promise.all(
    batch.messages.map(async (message) => {
      const { body } = message;
      // Its row stays, and each minute's job gives the queue what is overdue.
      if (isDead) return deps.log({ level: "error", event: "delivery_given_up", ...body });
      try {
        await makeDelivery(deps, body);
      } catch (error) {
        deps.log({ level: "error", event: "delivery_failed", ...body, error: describeError(error) });
        message.retry();
      }
    }),
  );
}

async function makeDelivery(deps: ApiDependencies, delivery: Delivery): Promise<void> {
  if ("push" in delivery) await (await import("./api/push/send-page.ts")).sendPage(deps, delivery.push);
  else await (await import("./api/webhooks/send-webhook.ts")).sendWebhook(deps, delivery.webhook);
}
