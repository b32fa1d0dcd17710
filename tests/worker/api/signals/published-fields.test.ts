/** The database holds a signal to the entry that published it, in every field of that entry. */
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { PublishedPayload } from "#shared/contracts/ledger.ts";
import type { NewSignalInput } from "#shared/contracts/signals.ts";
import { commitToLedger, type LedgerPlan } from "#worker/api/ledger/index.ts";
import { publishSignal } from "#worker/api/signals/index.ts";
import { publishedAt } from "#worker/api/signals/publish-signal.ts";
import { signals } from "#worker/api/tables/signals.ts";
import { addSomeTrader, createRecord, MINUTE_MS, pricedBy, signalBy } from "./record.ts";

const record = createRecord();
const { db } = record.deps;
const deps = { ...record.deps, priceConfig: pricedBy("quotes.example/fx") };
const after = (minutes: number) => new Date(record.clock.ms + minutes * MINUTE_MS).toISOString();

/** Two signals that differ in every field: what the first states, the second leaves out. */
const ONE: Partial<NewSignalInput> = { confidence: 72, stated_price: "1.0851" };
const OTHER: Partial<NewSignalInput> = {
  asset: "EURUSD_otc",
  direction: "down",
  entry_at: after(-1),
  expires_at: after(30),
  payout: 0.5,
};

type Field = keyof typeof PublishedPayload.entries;
const FIELDS = Object.keys(PublishedPayload.entries) as Field[];

const trader = await addSomeTrader(record);
const { id } = await publishSignal(deps, signalBy(trader, record, ONE));
const [published] = await db.select().from(signals).where(eq(signals.id, id));
if (!published) throw new Error("nothing was published");
const { price_rule: rule, trader_id, stakes } = published;
const again = db.insert(signals).values(published);
const one = publishedAt(signalBy(trader, record, ONE), rule, record.clock.ms);
const other = publishedAt(signalBy(trader, record, OTHER), null, record.clock.ms);

const changeOf = (field: Field) =>
  field === "trader" ? { trader_id: trader_id + 1 } : { [field]: other.row[field] };

/** Writes nothing: what passes the database's rules is undone by the same signal once more. */
function attempt({ drafts, statements }: Pick<LedgerPlan<null>, "drafts" | "statements">) {
  return commitToLedger(deps, {
    reads: [],
    plan: () => ({ drafts, statements: (entries) => [...statements(entries), again], result: () => null }),
  });
}

function publish(change = {}) {
  const row = { ...one.row, id: "f".repeat(20), trader_id, stakes };
  return attempt({
    drafts: [{ kind: "published", signal_id: row.id, payload: one.payload }],
    statements: ([entry]) => [
      db.insert(signals).values({ ...row, published_seq: entry?.seq ?? 0, ...change }),
    ],
  });
}

function withdraw(change = {}) {
  const reason = "Published twice.";
  const voided = { outcome: "void", settled_at: record.clock.ms, void_reason: reason } as const;
  return attempt({
    drafts: [{ kind: "voided", signal_id: id, payload: { reason } }],
    statements: ([entry]) => [
      db
        .update(signals)
        .set({ ...voided, settled_seq: entry?.seq ?? 0, ...change })
        .where(eq(signals.id, id)),
    ],
  });
}

it("passes a row that is as its entry says, and its end", async () => {
  await expect(publish()).rejects.toThrow("signal exists");
  await expect(withdraw()).rejects.toThrow("signal exists");
});

it.each(FIELDS)("refuses a row whose %s its entry does not say", async (field) => {
  await expect(publish(changeOf(field))).rejects.toThrow("signal is not as its entry says");
});

it.each(FIELDS)("refuses an end that changes %s", async (field) => {
  await expect(withdraw(changeOf(field))).rejects.toThrow(
    /signal is (?:not as its entry says|settled for good)/,
  );
});
