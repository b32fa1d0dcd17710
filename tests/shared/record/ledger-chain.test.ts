import { createHash } from "node:crypto";
import * as fc from "fast-check";
import * as v from "valibot";
import { beforeAll, describe, expect, it } from "vitest";
import { GENESIS_HASH, LedgerEntry } from "#shared/contracts/ledger.ts";
import { type ChainTask, hashEntry, ledgerLine, verifyChain } from "#shared/record/ledger-chain.ts";
import { createReplay, EMPTY_REPLAY } from "#shared/record/replay.ts";
import { EVIDENCE, chained, published, settled, sha256 } from "#tests/support/chained.ts";

describe("hashEntry", () => {
  it("equals the SHA-256 of the canonical JSON, computed independently", async () => {
    const [first, second] = await chainOf(2);
    const { hash, ...rest } = second ?? {};
    const envelope = ["at", "clock_at", "kind", "payload", "prev_hash", "seq", "signal_id"];
    const payload = ["cause", "evidence", "outcome", "price", "where"];
    const text = JSON.stringify(rest, [...envelope, ...payload].toSorted());
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

const verdictOf = (entries: readonly unknown[], task: Omit<ChainTask, "sha256"> = {}) =>
  verifyChain(entries, { sha256, ...task });

/** A replay that has got as far as an entry. */
const replayAt = (head: LedgerEntry | undefined) => createReplay({ ...EMPTY_REPLAY, head: head ?? null });

describe("verifyChain", () => {
  let chain: LedgerEntry[];
  beforeAll(async () => {
    chain = await chainOf(20);
  });

  it("accepts an unchanged chain, and returns its last entry", async () => {
    const head = { seq: 20, hash: chain.at(-1)?.hash };
    expect(await verdictOf(chain)).toEqual({ holds: true, head, checked: 20 });
    expect(await verdictOf([])).toMatchObject({ holds: true, head: { seq: 0 }, checked: 0 });
    const none = await verdictOf([], { replay: replayAt(chain[11]) });
    expect(none).toMatchObject({ holds: true, head: { seq: 12 }, checked: 0 });
  });

  it.each([
    ["an extra field", { note: "" }],
    ["a missing field", { clock_at: undefined }],
  ])("rejects an entry with %s as malformed", async (_what, changes) => {
    const changed = { ...chain[1], ...changes };
    expect(await verdictOf(chain.with(1, changed as LedgerEntry))).toEqual({
      holds: false,
      seq: 2,
      flaw: "malformed",
    });
  });

  it("detects that entries before a remembered one were rewritten", async () => {
    const anew = await chainOf(20, "two");
    expect(await verdictOf(anew.slice(12), { replay: replayAt(chain[11]) })).toEqual({
      holds: false,
      seq: 13,
      flaw: "prev_hash_differs",
    });
  });

  it.each([
    ["entries are missing before it", 3, 5, { holds: false, seq: 4, flaw: "entry_missing" }],
    ["it is missing itself", 4, 5, { holds: false, seq: 5, flaw: "entry_missing" }],
    ["it is there", 5, 5, { holds: true, checked: 5 }],
    ["there are later ones", 5, 3, { holds: true, checked: 5 }],
  ])("compares with an announced last entry: %s", async (_what, length, seq, expected) => {
    const until = { seq, hash: chain[seq - 1]?.hash ?? "" };
    expect(await verdictOf(chain.slice(0, length), { until })).toMatchObject(expected);
  });

  it("rejects an announced last entry whose hash differs", async () => {
    const until = { seq: 5, hash: "b".repeat(64) };
    const expected = { holds: false, seq: 5, flaw: "hash_differs" };
    expect(await verdictOf(chain, { until })).toEqual(expected);
    expect(await verdictOf([], { until, replay: replayAt(chain[4]) })).toEqual(expected);
  });

  it("names the entry where one was removed, inserted or moved", async () => {
    const flaw = { holds: false, flaw: "seq_out_of_order" };
    expect(await verdictOf(chain.toSpliced(3, 1))).toEqual({ ...flaw, seq: 4 });
    expect(await verdictOf([...chain.slice(0, 3), ...chain.slice(2)])).toEqual({ ...flaw, seq: 4 });
    expect(await verdictOf([...chain.slice(0, 4), chain[5], chain[4], ...chain.slice(6)])).toEqual({
      ...flaw,
      seq: 5,
    });
  });

  it.each([
    ["skips a number", { seq: 3 }, "seq_out_of_order"],
    ["is dated before its predecessor", { at: "2025-12-31T23:59:59.999Z" }, "time_goes_back"],
  ])("names the entry that %s, even with a correct hash", async (_what, changes, flaw) => {
    const changed = await hashedAnew(chain[1], changes);
    expect(await verdictOf([chain[0], changed])).toEqual({ holds: false, seq: 2, flaw });
  });

  it("accepts entries from the same millisecond", async () => {
    const together = await hashedAnew(chain[1], { at: chain[0]?.at ?? "" });
    expect(await verdictOf([chain[0], together])).toMatchObject({ holds: true, checked: 2 });
  });

  it("detects a loss changed into a win, even if the entry's hash was recomputed", async () => {
    const payload = { outcome: "won", cause: "result", evidence: EVIDENCE } as const;
    const win = await hashedAnew(chain[1], { payload });
    expect(await verdictOf(chain.with(1, win))).toEqual({ holds: false, seq: 3, flaw: "prev_hash_differs" });
  });

  it("names the first invalid entry when any one character of a line is changed", async () => {
    const lines = chain.slice(0, 6).map(ledgerLine);
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
          const verdict = await verdictOf(lines.with(index, changed).map(parseOrNull));
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
async function hashedAnew(entry: LedgerEntry | undefined, changes: object): Promise<LedgerEntry> {
  const { hash: _, ...changed } = v.parse(LedgerEntry, { ...entry, ...changes });
  return { ...changed, hash: await hashEntry(changed, sha256) };
}

/** Publications and losses in turn, hashed one onto the other. */
function chainOf(length: number, trader = "north-light"): Promise<LedgerEntry[]> {
  const acts = Array.from({ length }, (_, index) => {
    const id = `signal-${Math.floor(index / 2)}`;
    return index % 2 === 0 ? published(id, index, { trader }) : settled(id, index, "lost");
  });
  return chained(acts);
}
