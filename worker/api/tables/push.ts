/** Notifications of new signals: who gets them, in which browsers, and who is still to be told. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Language } from "#shared/site/languages.ts";
import { accounts, languages } from "./session.ts";
import { signals } from "./signals.ts";

/** A member's settings; a member who has set nothing has no row. */
export const notificationSettings = sqliteTable("notification_settings", {
  account_id: text()
    .primaryKey()
    .references(() => accounts.id, { onDelete: "cascade" }),
  push: integer({ mode: "boolean" }).notNull().default(true),
  /** `HH:MM` on the member's clock; both or none. */
  quiet_from: text(),
  quiet_until: text(),
});

/**
 * Browsers that get messages. A subscription ends with the session that added it, by a trigger. When a session has merely
 * expired and is purged, its subscription stays, since push is for members who are away.
 */
export const pushSubscriptions = sqliteTable(
  "push_subscriptions",
  {
    id: text().primaryKey(),
    account_id: text()
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    session_id: text().notNull(),
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** Public VAPID key of the site that the browser subscribed with: push services accept messages of no other. */
    server_key: text().notNull(),
    language: text()
      .$type<Language>()
      .notNull()
      .references(() => languages.code),
    time_zone: text().notNull(),
    /** As in "Firefox on Windows"; empty if unknown. */
    device: text().notNull(),
    created_at: integer().notNull(),
  },
  (table) => [
    index("push_subscriptions_by_account").on(table.account_id, table.id),
    index("push_subscriptions_by_session").on(table.session_id),
  ],
);

/** One row: there are pages for all signals up to this ledger entry. */
export const pushProgress = sqliteTable("push_progress", {
  id: integer().primaryKey(),
  seq: integer().notNull(),
});

/** Browsers that are still to be told of a signal; a message of the queue names such a page. */
export const pushPages = sqliteTable(
  "push_pages",
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    signal_id: text()
      .notNull()
      .references(() => signals.id),
    /** Ids. */
    subscriptions: text({ mode: "json" }).$type<readonly string[]>().notNull(),
    /** How many attempts have failed. */
    attempts: integer().notNull(),
    next_at: integer().notNull(),
  },
  (table) => [index("push_pages_by_time").on(table.next_at)],
);
