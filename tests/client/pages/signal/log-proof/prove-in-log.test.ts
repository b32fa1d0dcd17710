import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ApiFetch } from "#client/data/api-fetch.ts";
import { HttpError } from "#client/data/http-error.ts";
import { createLogMemory } from "#client/pages/signal/log-proof/log-memory.ts";
import { proveInLog } from "#client/pages/signal/log-proof/prove-in-log.ts";
import { createLogReader } from "#client/pages/signal/log-proof/fetch-log.ts";
import type { LedgerEntry } from "#shared/contracts/ledger.ts";
import { leafBytes } from "#shared/record/ledger-chain.ts";
import { tilePath, tilesOfLeaf } from "#shared/log/log-tiles.ts";
import { leafHash, verifyInclusion, webCryptoSha256Of } from "#shared/log/merkle-tree.ts";
import { parseCheckpoint, parseNote, webCryptoVerifyEd25519 } from "#shared/log/signed-note.ts";
import { parseLogProof } from "#shared/log/tlog-proof.ts";
import { utf8 } from "#shared/encoding/utf8.ts";
import { mapStorage } from "#tests/client/map-storage.ts";
import { EVIDENCE, chained, joined, published, settled } from "#tests/support/chained.ts";
import {
  createSigner,
  createTestLog,
  type LogSigner,
  sha256,
  type TestLog,
} from "#tests/support/test-log.ts";

const SIZE = 70_000;
const signer = createSigner();
let chain: LedgerEntry[];
let log: TestLog;
/** Another log of the same size, signed with the same key. */
let anew: TestLog;

/** What is served: a log, the size that its checkpoint says, and what the way makes of an answer; null answers 404. */
interface Served {
  log: TestLog;
  size?: number;
  bend?: Bend;
}
type Bytes = Uint8Array<ArrayBuffer>;
type Bend = (path: string, bytes: Bytes) => Bytes | null;

let stored: Map<string, string>;
let nowMs: number;
let asked: { path: string; bytes: number }[];

beforeAll(async () => {
  chain = await chained([joined("north-light"), published("a", 10), settled("a", 18, "lost")]);
  log = logOf(SIZE);
  anew = logOf(SIZE, chain, [signer], "another ");
}, 30_000);

beforeEach(() => {
  stored = new Map();
  nowMs = Date.UTC(2026, 10, 26, 21);
  asked = [];
});

/** With the entries of the signal at the places that they name, and others' in all other places. */
function logOf(
  size: number,
  entries: readonly LedgerEntry[] = chain,
  signers: readonly LogSigner[] = [signer],
  seed = "",
) {
  const placed = new Map(entries.map((entry) => [entry.seq - 1, leafBytes(entry)]));
  return createTestLog(size, (index) => placed.get(index) ?? utf8(`${seed}leaf ${index}`), signers);
}

function prove(
  { log, size = log.size, bend = (_, bytes) => bytes }: Served,
  entries: readonly LedgerEntry[] = chain.slice(1),
) {
  const fetch: ApiFetch = async (path) => {
    const name = path.replace("/log/", "");
    const whole =
      name === "key"
        ? utf8(await log.keys())
        : name === "checkpoint"
          ? utf8(await log.checkpoint(size))
          : log.tile(name);
    const bytes = whole && bend(name, whole);
    asked.push({ path: name, bytes: bytes?.length ?? 0 });
    return bytes ? new Response(bytes) : new Response("Not found", { status: 404 });
  };
  return proveInLog(
    {
      ...createLogReader(fetch),
      sha256: webCryptoSha256Of(crypto.subtle),
      verify: webCryptoVerifyEd25519(crypto.subtle),
      memory: createLogMemory(() => mapStorage(stored)),
      now: () => nowMs,
      sleep: async (delayMs) => void (nowMs += delayMs),
    },
    entries,
  );
}

const tileBytes = () =>
  asked.filter(({ path }) => path.startsWith("tile/")).reduce((sum, { bytes }) => sum + bytes, 0);

/** The same with one bit changed. */
function flipped(bytes: Bytes, at: number): Bytes {
  return bytes.map((byte, index) => (index === at ? byte ^ 1 : byte));
}

describe("proving a signal's entries in the log", () => {
  it.each([3, 255, 256, 257, 65_536, SIZE])(
    "works at a log size of %i, with proof files that can be verified on their own",
    async (size) => {
      const finding = await prove({ log, size });
      if (finding.kind !== "holds") throw new Error(finding.kind);
      expect(finding.before).toBeNull();
      expect(finding.now).toMatchObject({ size, keys: [(await log.keys()).trim()] });
      expect(finding.files.map(({ seq }) => seq)).toEqual([2, 3]);
      for (const { seq, text } of finding.files) {
        const proof = parseLogProof(text);
        const checkpoint = parseCheckpoint(parseNote(proof?.checkpoint ?? "")?.text ?? "");
        if (!proof?.extra || !checkpoint) throw new Error("no proof");
        expect(proof.extra).toEqual(leafBytes(chain[seq - 1] ?? expect.fail()));
        const inclusion = { index: proof.index, size, proof: proof.hashes, root: checkpoint.root };
        const leaf = await leafHash(sha256, proof.extra);
        expect(await verifyInclusion(sha256, { ...inclusion, leaf })).toBe(true);
        expect(proof.index).toBe(seq - 1);
      }
    },
  );

  it("requests all tiles at once, and each only once", async () => {
    await prove({ log });
    const [, , ...tiles] = asked.map(({ path }) => path);
    expect(tiles).toEqual([...new Set(tiles)]);
    expect(new Set(tiles)).toEqual(new Set([...tilesOfLeaf(SIZE, 1), ...tilesOfLeaf(SIZE, 2)].map(tilePath)));
  });

  it("names the entry that the page shows differently", async () => {
    const [, first, second] = chain;
    if (first?.kind !== "published" || second?.kind !== "settled") throw new Error("not the entries meant");
    const payload = { outcome: "won", cause: "result", evidence: EVIDENCE } as const;
    const flattered = { ...second, payload };
    expect(await prove({ log }, [first, flattered])).toEqual({ kind: "otherEntry", seq: 3, size: SIZE });
  });

  it("waits for the next checkpoint, and reports an entry that is missing from that one too", async () => {
    let checkpoints = 0;
    const early = utf8(await log.checkpoint(2));
    const bend: Bend = (path, bytes) => (path === "checkpoint" && (checkpoints += 1) === 1 ? early : bytes);
    expect(await prove({ log, bend })).toMatchObject({ kind: "holds", now: { size: SIZE } });
    expect(await prove({ log, size: 2 }, chain.slice(1))).toMatchObject({ kind: "shorter" });
    stored.clear();
    expect(await prove({ log, size: 2 })).toEqual({ kind: "noEntry", seq: 3, size: 2 });
  });

  it.each<[what: string, path: string, change: (bytes: Bytes) => Bytes | null, finding: object]>([
    ["the key", "key", () => utf8("not found\n"), { kind: "noKey" }],
    ["the checkpoint", "checkpoint", () => utf8("not found\n"), { kind: "noCheckpoint" }],
    ["its size", "checkpoint", (bytes) => flipped(bytes, 24), { kind: "notSigned" }],
    ["a tile", "tile/0/000", (bytes) => flipped(bytes, 40 * 32), { kind: "tilesDiffer" }],
    ["a missing tile", "tile/1/000", () => null, { kind: "tileMissing", path: "tile/1/000" }],
    [
      "a tile that is cut off",
      "tile/1/001.p/17",
      (bytes) => bytes.slice(1),
      { kind: "tileMissing", path: "tile/1/001.p/17" },
    ],
  ])("reports what is wrong with %s", async (_, path, change, finding) => {
    const bend: Bend = (name, bytes) => (name === path ? change(bytes) : bytes);
    expect(await prove({ log, bend })).toEqual(finding);
    expect(stored.size).toBe(0);
  });

  it("rejects a checkpoint that was signed with another key", async () => {
    const other = logOf(300, chain, [createSigner()]);
    const keys = utf8(await log.keys());
    const bend: Bend = (path, bytes) => (path === "key" ? keys : bytes);
    expect(await prove({ log: other, bend })).toEqual({ kind: "notSigned" });
  });

  it("throws an error if the log cannot be loaded", async () => {
    const bend: Bend = (path, bytes) => (path === "key" ? null : bytes);
    await expect(prove({ log, bend })).rejects.toThrow(HttpError);
  });
});

describe("a browser that returns to a log", () => {
  it.each([3, 256, 300, 65_536, 69_999, SIZE])(
    "proves that the log was only appended to since it had %i entries",
    async (size) => {
      await prove({ log, size });
      const seenAtMs = nowMs;
      nowMs += 86_400_000;
      const [before, now] = [{ size, seenAtMs }, { size: SIZE }];
      expect(await prove({ log })).toMatchObject({ kind: "holds", before, now, isOtherKey: false });
      expect(await prove({ log })).toMatchObject({ before: { size: SIZE, seenAtMs: nowMs } });
    },
  );

  it.each([300, 65_536, SIZE])(
    "reports on every visit, with both checkpoints, that the log was rewritten since it had %i entries",
    async (size) => {
      await prove({ log, size });
      const [before, now] = [{ size, note: await log.checkpoint(size) }, { note: await anew.checkpoint() }];
      for (let visit = 0; visit < 2; visit += 1)
        expect(await prove({ log: anew })).toMatchObject({ kind: "rewritten", before, now });
    },
  );

  it("keeps a larger checkpoint that another tab has stored in the meantime", async () => {
    await prove({ log });
    const ofOtherTab = new Map(stored);
    stored.clear();
    const bend: Bend = (path, bytes) => {
      if (path.startsWith("tile/")) stored = new Map(ofOtherTab);
      return bytes;
    };
    expect(await prove({ log, size: 300, bend })).toMatchObject({ kind: "holds", before: null });
    expect(stored).toEqual(ofOtherTab);
  });

  it("detects that the log has become shorter after a second request", async () => {
    await prove({ log });
    asked = [];
    const [before, now] = [{ size: SIZE }, { size: 65_000 }];
    expect(await prove({ log, size: 65_000 })).toMatchObject({ kind: "shorter", before, now });
    expect(asked.filter(({ path }) => path === "checkpoint")).toHaveLength(2);
  });

  it("reports modified tiles as such, not as a rewritten log", async () => {
    await prove({ log, size: 300 });
    const bend: Bend = (path, bytes) => (path === "tile/0/001" ? flipped(bytes, 0) : bytes);
    expect(await prove({ log, bend })).toEqual({ kind: "tilesDiffer" });
  });

  it("reports a new key once, and not at all if the old key signs as well", async () => {
    const [older, newer] = [createSigner(), createSigner()];
    const signedBy = (...signers: LogSigner[]) => logOf(300, chain, signers);
    await prove({ log: signedBy(older) });
    expect(await prove({ log: signedBy(newer, older) })).toMatchObject({ kind: "holds", isOtherKey: false });
    expect(await prove({ log: signedBy(newer) })).toMatchObject({ kind: "holds", isOtherKey: false });
    expect(await prove({ log: signedBy(older) })).toMatchObject({ kind: "holds", isOtherKey: true });
    expect(await prove({ log: signedBy(older) })).toMatchObject({ kind: "holds", isOtherKey: false });
  });

  it.each(["", "{", "null", '{"note":"","keys":[],"seenAtMs":0}', '{"note":1}'])(
    "ignores %j in its storage",
    async (text) => {
      stored.set("tidemark:log-checkpoint", text);
      expect(await prove({ log })).toMatchObject({ kind: "holds", before: null });
      expect([...stored.keys()]).toEqual(["tidemark:log-checkpoint"]);
    },
  );

  it("ignores a stored checkpoint with an invalid signature", async () => {
    await prove({ log });
    const text = stored.get("tidemark:log-checkpoint") ?? "";
    stored.set("tidemark:log-checkpoint", text.replace("\\n70000\\n", "\\n80000\\n"));
    expect(await prove({ log })).toMatchObject({ kind: "holds", before: null });
  });
});

describe("the size of a proof", () => {
  /** The entries of a signal in these places, as if so much had happened before them. */
  const placed = (...seqs: number[]) => seqs.map((seq, at) => movedTo(seq, chain[at + 1]));
  let large: TestLog;
  beforeAll(() => {
    large = logOf(SIZE, [...placed(5, 60_000), ...placed(30_000, 31_500)]);
  });

  it.each([
    ["however far apart they are", [5, 60_000], null],
    ["and the growth since a visit before", [30_000, 31_500], 60_000],
  ])("for two entries, %s, is at most 40 kB", async (_, seqs, before) => {
    const entries = placed(...seqs);
    if (before !== null) await prove({ log: large, size: before }, entries);
    asked = [];
    expect(await prove({ log: large }, entries)).toMatchObject({ kind: "holds" });
    expect(tileBytes()).toBeLessThanOrEqual(40_000);
  });
});

function movedTo(seq: number, entry: LedgerEntry | undefined): LedgerEntry {
  return { ...(entry ?? expect.fail()), seq };
}
