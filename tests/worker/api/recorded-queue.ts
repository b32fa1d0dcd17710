/** The queue of deliveries, which only notes what it is given: the test hands it to the consumer. */
import { env } from "cloudflare:workers";
import type { Delivery } from "#worker/api/dependencies.ts";

export interface Given {
  readonly body: Delivery;
  readonly delaySeconds?: number | undefined;
}

export function createRecordedQueue() {
  const given: Given[] = [];
  const own: Partial<Queue<Delivery>> = {
    async send(body, options) {
      given.push({ body, ...options });
      return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };
    },
    async sendBatch(messages) {
      for (const { body } of messages) given.push({ body });
      return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };
    },
  };
  const queue = new Proxy<Queue<Delivery>>(env.DELIVERIES, {
    get: (target, name) => Reflect.get(own, name) ?? Reflect.get(target, name),
  });
  return { queue, given };
}
