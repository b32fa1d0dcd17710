import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Settlement } from "#shared/contracts/signals.ts";
import { correctSignal, publishSignal, voidSignal } from "#worker/api/signals/index.ts";
import { addSomeTrader, createRecord, MINUTE_MS, publishAndSettle, signalBy } from "./record.ts";

const record = createRecord();
const { signalOf } = record;
const LOST = { from: "won", outcome: "lost", reason: "The price at expiry was misread." } as const;

describe("correctSignal", () => {
  it("adds a ledger entry, keeps the earlier ones, and shows the previous outcome and the reason", async () => {
    const id = await publishAndSettle(record, signalBy(await addSomeTrader(record), record), "won");
    const settled = await signalOf(id);
    record.clock.ms += MINUTE_MS;
    await correctSignal(record.deps, id, LOST);
    const { entries, ...corrected } = await signalOf(id);
    expect(corrected).toEqual({
      ...settled,
      entries: undefined,
      as_of_seq: entries[2]?.seq,
      outcome: "lost",
      correction: {
        from: "won",
        at: new Date(record.clock.ms).toISOString(),
        reason: LOST.reason,
        seq: entries[2]?.seq,
      },
    });
    expect(entries.slice(0, 2)).toEqual(settled.entries);
    expect(entries[2]).toMatchObject({
      kind: "settled",
      payload: { outcome: "lost", cause: "correction", reason: LOST.reason },
    });
  });

  it.each<[Settlement, "won" | "draw", "draw" | "lost"]>([
    ["lost", "won", "draw"],
    ["draw", "draw", "draw"],
    ["won", "draw", "lost"],
  ])("does not change a signal that is %s from %s to %s", async (outcome, from, to) => {
    const id = await publishAndSettle(record, signalBy(await addSomeTrader(record), record), outcome);
    const before = await signalOf(id);
    await expect(correctSignal(record.deps, id, { ...LOST, from, outcome: to })).rejects.toMatchObject({
      code: "not_correctable",
    });
    expect(await signalOf(id)).toEqual(before);
  });

  it("requires an outcome, which open and void signals do not have", async () => {
    const { id } = await publishSignal(record.deps, signalBy(await addSomeTrader(record), record));
    await expect(correctSignal(record.deps, id, LOST)).rejects.toMatchObject({ code: "not_correctable" });
    await voidSignal(record.deps, id, "No price");
    await expect(correctSignal(record.deps, id, LOST)).rejects.toMatchObject({ code: "not_correctable" });
    await expect(correctSignal(record.deps, "nothing", LOST)).rejects.toMatchObject({
      code: "signal_not_found",
    });
  });
});

// The last of this file: the entry it appends is never counted, so nothing can be written after it.
it("the database allows no other correction than that of correctSignal", async () => {
  const id = await publishAndSettle(record, signalBy(await addSomeTrader(record), record), "won");
  // An entry as a correction appends it, of which only the signal's own row is still to tell.
  const seq = (await env.DB.prepare("SELECT max(seq) + 1 AS seq FROM ledger").first<number>("seq")) ?? 0;
  const payload = JSON.stringify({ outcome: "lost", cause: "correction", reason: "x" });
  await env.DB.prepare(
    `INSERT INTO ledger (seq, at, clock_at, kind, signal_id, payload, prev_hash, hash)
      SELECT ?1, at, at, 'settled', ?2, ?3, hash, hash FROM ledger WHERE seq = ?1 - 1`,
  )
    .bind(seq, id, payload)
    .run();
  const before = await rowOf(id);
  for (const change of [
    "outcome = 'lost'",
    "outcome = 'draw', corrected_from = 'won', corrected_at = AT, corrected_seq = SEQ, correction_reason = 'x'",
    "outcome = 'lost', corrected_from = 'draw', corrected_at = AT, corrected_seq = SEQ, correction_reason = 'x'",
    "outcome = 'lost', corrected_from = 'won', corrected_at = AT + 1, corrected_seq = SEQ, correction_reason = 'x'",
    "outcome = 'lost', corrected_from = 'won', corrected_at = AT, corrected_seq = SEQ - 1, correction_reason = 'x'",
    "outcome = 'lost', corrected_from = 'won', corrected_at = AT, corrected_seq = SEQ, correction_reason = 'y'",
    "outcome = 'lost', corrected_from = 'won', corrected_at = AT, corrected_seq = SEQ",
    "outcome = 'lost', settled_at = 1, corrected_from = 'won', corrected_at = AT, corrected_seq = SEQ, correction_reason = 'x'",
    "outcome = 'open', corrected_from = 'won', corrected_at = AT, corrected_seq = SEQ, correction_reason = 'x'",
  ]) {
    const sql = change.replaceAll("AT", String(record.clock.ms)).replaceAll("SEQ", String(seq));
    const update = env.DB.prepare(`UPDATE signals SET ${sql} WHERE id = ?1`).bind(id);
    await expect(update.run(), change).rejects.toThrow("signal is settled for good");
    expect(await rowOf(id)).toEqual(before);
  }
  const right = `outcome = 'lost', corrected_from = 'won', corrected_at = ${record.clock.ms}, corrected_seq = ${seq}, correction_reason = 'x'`;
  await env.DB.prepare(`UPDATE signals SET ${right} WHERE id = ?1`).bind(id).run();
});

async function rowOf(id: string) {
  return env.DB.prepare("SELECT * FROM signals WHERE id = ?1").bind(id).first();
}
