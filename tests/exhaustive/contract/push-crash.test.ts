/** The process is killed while followers are notified: each browser is notified at least once, and a repeated message replaces the first. */
import { expect, it, onTestFinished } from "vitest";
import { startDurableSite } from "#tests/support/durable-site.ts";
import { startPushService } from "#tests/support/push-service.ts";
import { addFollowers, pushSiteOn } from "#tests/support/push-site.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { OVERDUE_MS } from "#shared/limits/deliveries.ts";
import { PUSH_PAGE } from "#shared/limits/push.ts";

const folder = temporaryFolder();

it(
  "after a kill while sending a page of messages, that page and those that the queue has lost are sent after the next commit",
  { timeout: 90_000 },
  async () => {
    const options = { folder, vars: { LOCAL: "1" } };
    const service = await startPushService();
    onTestFinished(() => service.close());
    const first = await startDurableSite(options);
    const world = await pushSiteOn(first, service);
    const browsers = await addFollowers(first.db, service, 3 * PUSH_PAGE);
    const killed = Promise.withResolvers<void>();
    let told = 0;
    for (const browser of browsers) {
      browser.reply = async () => {
        told += 1;
        // In the second page: the first is over, this one is not.
        if (told === PUSH_PAGE + 5) killed.resolve(first.kill());
        if (told >= PUSH_PAGE + 5) await killed.promise;
        return { status: 201 };
      };
    }
    const signal = await world.publish();
    await killed.promise;
    const before = browsers.filter(({ received }) => received.length > 0).length;
    expect(before).toBeGreaterThan(PUSH_PAGE);
    expect(before).toBeLessThan(2 * PUSH_PAGE);

    for (const browser of browsers) browser.reply = () => ({ status: 201 });
    const second = await startDurableSite(options);
    onTestFinished(() => second.close());
    // What was due so long ago is not in the queue.
    await second.db.prepare("UPDATE push_pages SET next_at = next_at - ?").bind(OVERDUE_MS).run();
    const { staff } = await pushSiteOn(second, service);
    // A commit that nobody follows.
    await staff.addTraders({ godwit: "Godwit" });
    await staff.publish({ trader: "godwit" });
    await expect
      .poll(() => browsers.filter(({ received }) => received.length > 0).length, { timeout: 30_000 })
      .toBe(browsers.length);
    await expect
      .poll(() => second.db.prepare("SELECT count(*) AS left FROM push_pages").first("left"))
      .toBe(0);
    const twice = browsers.filter(({ received }) => received.length > 1);
    expect(twice.length).toBeLessThanOrEqual(before - PUSH_PAGE);
    for (const { received } of browsers) {
      expect(received.length).toBeLessThanOrEqual(2);
      expect(new Set(received.map(({ message }) => message.tag))).toEqual(new Set([signal.id]));
      expect(new Set(received.map(({ headers }) => headers["topic"])).size).toBe(1);
    }
    expect(service.refused).toEqual([]);
  },
);
