/** Creates many followers of the trader directly in the database. */
import type { D1Database } from "@cloudflare/workers-types";
import type { PushService, ServiceBrowser } from "./push-service.ts";
import { TRADER } from "./push-site.ts";
import { SECRETS } from "./site.ts";

const [SERVER_KEY = ""] = SECRETS.VAPID_KEYS.split(":");

/** As many subscriptions, some of them two of one account. */
export async function addFollowers(
  db: Pick<D1Database, "prepare" | "batch">,
  service: PushService,
  count: number,
): Promise<readonly ServiceBrowser[]> {
  const browsers = await Promise.all(Array.from({ length: count }, () => service.subscribe()));
  await db.batch(
    browsers.flatMap(({ subscription: { endpoint, keys } }, index) => {
      const account = `ab${String(Math.floor(index / 1.5)).padStart(6, "0")}`;
      return [
        db
          .prepare("INSERT OR IGNORE INTO accounts (id, pocketoption_id, created_at) VALUES (?1, ?1, 0)")
          .bind(account),
        db
          .prepare(
            "INSERT OR IGNORE INTO follows (account_id, trader_id, followed_at) SELECT ?, id, 0 FROM traders WHERE handle = ?",
          )
          .bind(account, TRADER),
        db
          .prepare("INSERT INTO push_subscriptions VALUES (?, ?, 'gone', ?, ?, ?, ?, 'en', 'UTC', '', 0)")
          .bind(crypto.randomUUID(), account, endpoint, keys.p256dh, keys.auth, SERVER_KEY),
      ];
    }),
  );
  return browsers;
}
