import * as v from "valibot";
import { expect, it } from "vitest";
import { AdminAccountQuery, NewAccount } from "#shared/contracts/accounts.ts";
import { AuditQuery } from "#shared/contracts/audit.ts";
import { VoidRequest } from "#shared/contracts/staff-signals.ts";
import { NewIngestKey } from "#shared/contracts/ingest-keys.ts";
import { AccountDeletion, ProfileChanges } from "#shared/contracts/profile.ts";
import { SignInRequest } from "#shared/contracts/session.ts";
import { NewSignal } from "#shared/contracts/signals.ts";
import { FeedQuery, SignalQuery } from "#shared/contracts/signal-queries.ts";
import { NewTrader } from "#shared/contracts/traders.ts";
import { parseDateText } from "#shared/time/date-text.ts";

const SIGNAL = {
  trader: "north-light",
  asset: "EUR/USD",
  direction: "up",
  entry_at: "2026-01-31T12:00:00Z",
  expires_at: "2026-01-31T12:05:00Z",
  payout: 0.85,
};

it.each([
  ["the id that signs in", SignInRequest, { pocketoption_id: "DEMO-1001" }, "pocketoption_id"],
  ["the id of a new account", NewAccount, { pocketoption_id: "DEMO-1001" }, "pocketoption_id"],
  ["the id that confirms a deletion", AccountDeletion, { confirm: "DEMO-1001" }, "confirm"],
  ["a member's name", ProfileChanges, { name: "Ada" }, "name"],
  ["a new trader's handle", NewTrader, { handle: "north-light", name: "North Light" }, "handle"],
  ["a new trader's name", NewTrader, { handle: "north-light", name: "North Light" }, "name"],
  ["the trader of a signal", NewSignal, SIGNAL, "trader"],
  ["the asset of a signal", NewSignal, SIGNAL, "asset"],
  ["the trader of a key", NewIngestKey, { trader: "north-light", label: "Desk" }, "trader"],
  ["the name of a key", NewIngestKey, { trader: "north-light", label: "Desk" }, "label"],
  ["a reason", VoidRequest, { reason: "No price." }, "reason"],
  ["the filter by trader", SignalQuery, { trader: "north-light" }, "trader"],
  ["the filter by asset", SignalQuery, { asset: "EUR/USD" }, "asset"],
  ["the filter by its first day", SignalQuery, { from: "2026-01-31" }, "from"],
  ["the filter by its last day", SignalQuery, { to: "2026-01-31" }, "to"],
  ["a feed's filter", FeedQuery, { asset: "EUR/USD" }, "asset"],
  ["the search for accounts", AdminAccountQuery, { q: "DEMO" }, "q"],
  ["the filter of the audit log", AuditQuery, { actor: "DEMO-9001" }, "actor"],
] as const)("%s is read without invisible characters", (_, schema: v.GenericSchema, body, field) => {
  const clean = v.parse(schema, body);
  const text = String(Object.entries(body).find(([name]) => name === field)?.[1]);
  for (const pasted of [
    `${text}\u200b`,
    `\ufeff${text}`,
    `${text.slice(0, 2)}\u00ad${text.slice(2)}`,
    `\u00a0${text}`,
  ]) {
    expect(v.parse(schema, { ...body, [field]: pasted })).toEqual(clean);
  }
});

it("a date is read without the direction marks that some programs insert", () => {
  expect(parseDateText("\u200e01/\u200e31/\u200e2026")).toBe("2026-01-31");
});
