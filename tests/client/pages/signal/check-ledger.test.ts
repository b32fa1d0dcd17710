import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { LEDGER_PAGE_LIMIT, type LedgerEntry } from "#shared/contracts/ledger.ts";
import { ledgerLine } from "#shared/ledger-chain.ts";
import { NetworkError } from "#client/data/http-error.ts";
import { checkLedger, createLedgerMemory, type LedgerCheckTask } from "#client/pages/signal/check-ledger.ts";
import type { ReadAnswer } from "#client/pages/signal/read-ledger.ts";
import { chainOf, readFrom, sha256 } from "./ledger-world.ts";

const LENGTH = 24;
let chain: LedgerEntry[];
let lines: string[];

beforeAll(async () => {
  chain = await chainOf(LENGTH);
  lines = chain.map(ledgerLine);
});

function check(
  read: ReadAnswer,
  task: Partial<LedgerCheckTask> = {},
  progress = (_done: number, _of: number) => {},
) {
  return checkLedger({ read, sha256, progress }, { remembered: null, isWhole: false, shown: [], ...task });
}

const headAt = (seq: number) => ({ seq, hash: chain[seq - 1]?.hash ?? "" });

describe("checkLedger", () => {
  it("finds that an honest record holds, from its first entry to its head", async () => {
    expect(await check(readFrom(lines))).toEqual({
      kind: "holds",
      head: headAt(LENGTH),
      checked: LENGTH,
      from: 0,
    });
  });

  it("finds that an empty record holds", async () => {
    expect(await check(readFrom([]))).toMatchObject({ kind: "holds", checked: 0 });
  });

  it("goes on from the head it remembers, unless asked for the whole", async () => {
    const remembered = headAt(20);
    expect(await check(readFrom(lines), { remembered })).toMatchObject({
      kind: "holds",
      checked: 4,
      from: 20,
    });
    expect(await check(readFrom(lines), { remembered, isWhole: true })).toMatchObject({
      checked: 24,
      from: 0,
    });
    expect(await check(readFrom(lines), { remembered: headAt(24) })).toMatchObject({ checked: 0, from: 24 });
  });

  it("names the first entry that does not hold when any one byte of the record is changed", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(LENGTH - 1),
        fc.nat(2000),
        fc.integer({ min: 0x20, max: 0x7e }),
        async (index, place, code) => {
          const line = lines[index] ?? "";
          const at = place % line.length;
          const changed = line.slice(0, at) + String.fromCharCode(code) + line.slice(at + 1);
          fc.pre(changed !== line);
          // The head is announced as it was: whoever changes a byte does not get to change what was announced.
          const honest = readFrom(lines);
          const tampered = readFrom(lines.with(index, changed));
          const read: ReadAnswer = (path) => (path.includes("head") ? honest(path) : tampered(path));
          expect(await check(read)).toMatchObject({ kind: "broken", seq: index + 1 });
        },
      ),
      { numRuns: 300 },
    );
  });

  it("notices that the record was written anew since it last looked, although it holds in itself", async () => {
    const anew = (await chainOf(LENGTH, "south-light")).map(ledgerLine);
    const expected = { kind: "rewritten", seq: 20, flaw: null, brokenAt: null };
    expect(await check(readFrom(anew), { remembered: headAt(20) })).toEqual(expected);
    expect(await check(readFrom(anew), { remembered: headAt(20), isWhole: true })).toEqual(expected);
    expect(await check(readFrom(anew), { remembered: headAt(24) })).toMatchObject({
      kind: "rewritten",
      seq: 24,
    });
  });

  it("notices that the record has become shorter than what it remembers", async () => {
    const remembered = headAt(20);
    expect(await check(readFrom(lines.slice(0, 19)), { remembered })).toMatchObject({
      kind: "rewritten",
      seq: 20,
    });
  });

  it("says which entry the page shows otherwise than the record has it", async () => {
    const shown = chain.slice(6, 8);
    expect(await check(readFrom(lines), { shown })).toMatchObject({ kind: "holds" });
    const [published, settled] = shown;
    if (published?.kind !== "published" || settled?.kind !== "settled")
      throw new Error("not the entries meant");
    const flattered: LedgerEntry = { ...settled, payload: { outcome: "won", cause: "result" } };
    expect(await check(readFrom(lines), { shown: [published, flattered] })).toEqual({
      kind: "differs",
      seq: 8,
    });
  });

  it("starts early enough to meet the entries the page shows", async () => {
    const shown = chain.slice(6, 8);
    const remembered = headAt(20);
    expect(await check(readFrom(lines), { remembered, shown })).toMatchObject({ kind: "holds", from: 0 });
  });

  it("misses the entries between where the pages end and the announced head", async () => {
    const whole = readFrom(lines);
    const cut = readFrom(lines.slice(0, 10));
    const read: ReadAnswer = (path) => (path.includes("head") ? whole(path) : cut(path));
    expect(await check(read)).toEqual({ kind: "broken", seq: 11, flaw: "entry_missing" });
  });

  it("reads long records in the largest pages and says how far it is", async () => {
    const long = (await chainOf(2 * LEDGER_PAGE_LIMIT.max + 5)).map(ledgerLine);
    const asked: string[] = [];
    const steps: number[][] = [];
    await check(readFrom(long, asked), {}, (done, total) => steps.push([done, total]));
    expect(asked.slice(1)).toEqual([0, 1000, 2000].map((after) => `/api/ledger/?after=${after}&limit=1000`));
    expect(steps).toEqual([0, 1000, 2000].map((done) => [done, 2005]));
  });

  it("says nothing about the record where it cannot be reached", async () => {
    const read: ReadAnswer = () => Promise.reject(new NetworkError(new TypeError("fetch failed")));
    await expect(check(read)).rejects.toThrow(NetworkError);
  });
});

function storageWith(stored: Map<string, string>) {
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
}

describe("the remembered ledger head", () => {
  it("is recalled as it was remembered, under the registered name", () => {
    const stored = new Map<string, string>();
    const memory = createLedgerMemory(() => storageWith(stored));
    expect(memory.recall()).toBeNull();
    memory.remember({ seq: 7, hash: "a".repeat(64) });
    expect(memory.recall()).toEqual({ seq: 7, hash: "a".repeat(64) });
    expect([...stored.keys()]).toEqual(["tidemark:ledger-head"]);
  });

  it.each(["", "{", "null", "[]", '{"seq":0,"hash":""}', '{"seq":1.5,"hash":"x"}'])(
    "is none where storage holds %j",
    (text) => {
      const stored = new Map([["tidemark:ledger-head", text]]);
      expect(createLedgerMemory(() => storageWith(stored)).recall()).toBeNull();
    },
  );

  it("is none, without a fault, where storage refuses", () => {
    const memory = createLedgerMemory(() => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    });
    memory.remember({ seq: 7, hash: "a".repeat(64) });
    expect(memory.recall()).toBeNull();
  });
});
