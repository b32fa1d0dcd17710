import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GENESIS_HASH, type LedgerEntry } from "#shared/contracts/ledger.ts";
import { hashEntry, ledgerLine, verifyChain } from "#shared/record/ledger-chain.ts";
import { createReplay, EMPTY_REPLAY } from "#shared/record/replay.ts";
import { EVIDENCE, chained, published, settled, sha256 } from "#tests/support/chained.ts";

describe("hashEntry", () => {
  it("equals the SHA-256 of the canonical JSON, computed independently", async () => {
    const [first, second] = await chainOf(2);
    const { hash, ...rest } = second ?? {};
    const inOrder = [
      "at",
      "cause",
      "clock_at",
      "evidence",
      "kind",
      "outcome",
      "payload",
      "prev_hash",
      "price",
      "seq",
      "signal_id",
      "where",
    ];
    const text = JSON.stringify(rest, inOrder);
    expect(createHash("sha256").update(text).digest("hex")).toBe(hash);
    expect(second?.prev_hash).toBe(first?.hash);
    expect(first?.prev_hash).toBe("0".repeat(64));
  });

  it("does not change from release to release", async () => {
    const entry = {
      seq: 1,
      at: "2026-01-01T00:00:00.000Z",
      clock_at: "2026-01-01T00:00:00.000Z",
      kind: "trader_joined",
      signal_id: null,
      payload: { trader: "north-light" },
      prev_hash: GENESIS_HASH,
    } as const;
    const text =
      `{"at":"2026-01-01T00:00:00.000Z","clock_at":"2026-01-01T00:00:00.000Z","kind":"trader_joined","payload":{"trader":"north-light"},"prev_hash":"${"0".repeat(64)}",` +
      '"seq":1,"signal_id":null}';
    expect(await hashEntry(entry, sha256)).toBe(createHash("sha256").update(text).digest("hex"));
  });
});

/** A replay that has got as far as an entry. */
const replayAt = (head: LedgerEntry | undefined) => createReplay({ ...EMPTY_REPLAY, head: head ?? null });

describe("verifyChain", () => {
  it("accepts an unchanged chain, and returns its last entry", async () => {
    const chain = await chainOf(20);
    expect(await verifyChain(chain, { sha256 })).toEqual({
      holds: true,
      head: { seq: 20, hash: chain.at(-1)?.hash },
      checked: 20,
    });
  });

  it("accepts an empty ledger", async () => {
    expect(await verifyChain([], { sha256 })).toMatchObject({ holds: true, head: { seq: 0 }, checked: 0 });
  });

  it("detects that entries before a remembered one were rewritten", async () => {
    const [before, after] = [await chainOf(20, "one"), await chainOf(20, "two")];
    const replay = replayAt(before[11]);
    expect(await verifyChain(after.slice(12), { sha256, replay })).toEqual({
      holds: false,
      seq: 13,
      flaw: "prev_hash_differs",
    });
  });

  it("reports missing entries before an announced last entry", async () => {
    const chain = await chainOf(5);
    const until = { seq: 5, hash: chain[4]?.hash ?? "" };
    expect(await verifyChain(chain.slice(0, 3), { sha256, until })).toEqual({
      holds: false,
      seq: 4,
      flaw: "entry_missing",
    });
    expect(await verifyChain(chain.slice(0, 4), { sha256, until })).toMatchObject({
      seq: 5,
      flaw: "entry_missing",
    });
    expect(await verifyChain(chain, { sha256, until })).toMatchObject({ holds: true });
    const earlier = { seq: 3, hash: chain[2]?.hash ?? "" };
    expect(await verifyChain(chain, { sha256, until: earlier })).toMatchObject({ holds: true, checked: 5 });
    expect(await verifyChain(chain, { sha256, until: { seq: 4, hash: GENESIS_HASH } })).toMatchObject({
      holds: false,
      seq: 4,
    });
  });

  it("names the entry where one was removed, inserted or moved", async () => {
    const chain = await chainOf(10);
    expect(await verifyChain(chain.toSpliced(3, 1), { sha256 })).toMatchObject({ holds: false, seq: 4 });
    expect(await verifyChain(chain.toSpliced(3, 0, ...chain.slice(2, 3)), { sha256 })).toMatchObject({
      holds: false,
      seq: 4,
    });
    const moved = [...chain.slice(0, 4), ...chain.slice(5, 6), ...chain.slice(4, 5), ...chain.slice(6)];
    expect(await verifyChain(moved, { sha256 })).toMatchObject({ holds: false, seq: 5 });
  });

  it("names the entry that skips a number, even with a correct hash", async () => {
    const [first, second] = await chainOf(2);
    const skipping = await hashedAnew(second, { seq: 3 });
    expect(await verifyChain([first, skipping], { sha256 })).toEqual({
      holds: false,
      seq: 2,
      flaw: "seq_out_of_order",
    });
  });

  it("names the entry that is dated before its predecessor, even with a correct hash", async () => {
    const [first, second] = await chainOf(2);
    const dated = await hashedAnew(second, { at: "2025-12-31T23:59:59.999Z" });
    expect(await verifyChain([first, dated], { sha256 })).toEqual({
      holds: false,
      seq: 2,
      flaw: "time_goes_back",
    });
  });

  it("accepts entries from the same millisecond", async () => {
    const [first, second] = await chainOf(2);
    const together = await hashedAnew(second, { at: first?.at ?? "" });
    expect(await verifyChain([first, together], { sha256 })).toMatchObject({ holds: true, checked: 2 });
  });

  it("rejects an announced last entry whose hash differs from the known one", async () => {
    const replay = replayAt((await chainOf(5))[4]);
    const until = { seq: 5, hash: "b".repeat(64) };
    expect(await verifyChain([], { sha256, replay, until })).toEqual({
      holds: false,
      seq: 5,
      flaw: "hash_differs",
    });
  });

  it("detects a loss changed into a win, even if the entry's hash was recomputed", async () => {
    const chain = await chainOf(10);
    const index = chain.findIndex(({ kind }) => kind === "settled");
    const loss = chain[index];
    if (loss?.kind !== "settled") throw new Error("no settlement in the chain");
    const win = await hashedAnew(loss, { payload: { outcome: "won", cause: "result", evidence: EVIDENCE } });
    const forged = chain.with(index, win);
    expect(await verifyChain(forged, { sha256 })).toEqual({
      holds: false,
      seq: index + 2,
      flaw: "prev_hash_differs",
    });
  });

  it("names the first invalid entry when any one character of a line is changed", async () => {
    const lines = (await chainOf(6)).map(ledgerLine);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(lines.length - 1),
        fc.nat(2000),
        fc.integer({ min: 0x20, max: 0x7e }),
        async (index, place, code) => {
          const line = lines[index] ?? "";
          const at = place % line.length;
          const changed = line.slice(0, at) + String.fromCharCode(code) + line.slice(at + 1);
          fc.pre(changed !== line);
          const verdict = await verifyChain(lines.with(index, changed).map(parseOrNull), { sha256 });
          expect(verdict).toMatchObject({ holds: false, seq: index + 1 });
        },
      ),
      { numRuns: 400 },
    );
  });
});

function parseOrNull(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** An entry that was changed and carries the hash of what it says now. */
async function hashedAnew<Entry extends LedgerEntry>(
  entry: Entry | undefined,
  changes: Partial<Entry>,
): Promise<LedgerEntry> {
  if (!entry) throw new Error("no such entry in the chain");
  const { hash: _, ...changed } = { ...entry, ...changes };
  return { ...entry, ...changes, hash: await hashEntry(changed, sha256) };
}

/** Publications and losses in turn, hashed one onto the other. */
function chainOf(length: number, trader = "north-light"): Promise<LedgerEntry[]> {
  const acts = Array.from({ length }, (_, index) => {
    const id = `signal-${Math.floor(index / 2)}`;
    return index % 2 === 0 ? published(id, index, { trader }) : settled(id, index, "lost");
  });
  return chained(acts);
}
