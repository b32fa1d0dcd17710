/** What one message of the queue makes the worker do fits what Cloudflare allows on its free plan. */
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { unstable_readConfig as readWranglerConfig } from "wrangler";
import {
  MAX_PAUSE_MS,
  PLATFORM,
  PUSH_RETRY_SECONDS,
  QUEUE_RETRIES,
  WEBHOOK_RETRY_SECONDS,
} from "#shared/limits/deliveries.ts";
import { PUSH_PAGE } from "#shared/limits/push.ts";
import { MAX_WEBHOOKS, WEBHOOK_MESSAGES } from "#shared/limits/webhooks.ts";

const Queues = v.object({
  producers: v.array(v.object({ queue: v.string() })),
  consumers: v.array(v.unknown()),
});

/** Measured by `npm run bench -- push`. */
const CPU_MS_OF_A_PUSH = 0.87;

describe("the queue of deliveries", () => {
  it.each(["", "staging"])("is configured as the limits say, with a dead-letter queue %s", (env) => {
    const { queues } = readWranglerConfig({ config: "wrangler.toml", env });
    const { producers, consumers } = v.parse(Queues, queues);
    const [queue = ""] = producers.map((producer) => producer.queue);
    const dead = `${queue}-dead`;
    expect(consumers).toEqual([
      {
        queue,
        dead_letter_queue: dead,
        max_batch_size: 1,
        max_batch_timeout: 0,
        max_retries: QUEUE_RETRIES.count,
        retry_delay: QUEUE_RETRIES.delaySeconds,
      },
      { queue: dead },
    ]);
  });

  it("has pages of browsers that fit one run: each browser a request, and a page that all fail three statements and as many messages", () => {
    expect(PUSH_PAGE * CPU_MS_OF_A_PUSH).toBeLessThanOrEqual(PLATFORM.cpuMs);
    // Read, write, and at worst each browser waits for a time of its own.
    expect(PUSH_PAGE + 2 + PUSH_PAGE).toBeLessThanOrEqual(PLATFORM.subrequests);
  });

  it("has runs of a webhook that fit: a message takes two requests, a page of them two", () => {
    expect(2 * WEBHOOK_MESSAGES + 2 * 3 + 4).toBeLessThanOrEqual(PLATFORM.subrequests);
    expect(MAX_WEBHOOKS).toBeLessThanOrEqual(PLATFORM.messagesInBatch);
  });

  it.each([
    [30, 1_000],
    [270, 100],
  ])(
    "carries %i signals a day to %i browsers on the free plan, as worker/OPERATIONS.md says",
    (signals, browsers) => {
      // Two events for a webhook; write, read and delete of each message.
      expect(3 * signals * (browsers / PUSH_PAGE + 2)).toBeLessThanOrEqual(PLATFORM.operations);
    },
  );

  it("has messages that only name what is owed", () => {
    const batch = Array.from({ length: PLATFORM.messagesInBatch }, () => ({ push: Number.MAX_SAFE_INTEGER }));
    expect(JSON.stringify(batch).length).toBeLessThan(PLATFORM.messageBytes);
  });

  it("has no wait that is longer than the platform delays a message", () => {
    const longest = Math.max(...PUSH_RETRY_SECONDS, ...WEBHOOK_RETRY_SECONDS.map((seconds) => 1.2 * seconds));
    expect(Math.max(longest, MAX_PAUSE_MS / 1000)).toBeLessThanOrEqual(PLATFORM.delaySeconds);
  });
});
