/** `npm run verify` on a proof, and the check that it uses. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { LedgerEntry } from "#shared/contracts/ledger.ts";
import { leafBytes, ledgerLine } from "#shared/record/ledger-chain.ts";
import { inclusionProof } from "#shared/log/merkle-tree.ts";
import {
  cosignatureLine,
  cosignedText,
  parseNote,
  parseVerifierKey,
  type NoteVerifier,
  verifierKey,
} from "#shared/log/signed-note.ts";
import { formatLogProof, type LogProof, parseLogProof } from "#shared/log/tlog-proof.ts";
import { utf8 } from "#shared/encoding/utf8.ts";
import { chained, joined, published, settled } from "#tests/support/chained.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { createSigner, createTestLog, ORIGIN, sha256 } from "#tests/support/test-log.ts";
import { verify } from "#tests/support/verify.ts";
import { checkProof } from "#worker/commands/verify/check-proof.ts";

const SIZE = 300;
const SECONDS = Date.UTC(2026, 10, 26, 21) / 1000;
const [signer, witness, stranger] = [createSigner(), createSigner(), createSigner()];
let entry: LedgerEntry;
let proof: LogProof;
let file: Uint8Array<ArrayBuffer>;
let witnessKey: NoteVerifier;
let [keyLine, witnessLine] = ["", ""];
const folder = temporaryFolder();
const path = join(folder, "signal-a-entry-2.tlog-proof");

const keyOf = async (text: string) => (await parseVerifierKey(sha256, text)) ?? expect.fail(text);

beforeAll(async () => {
  const chain = await chained([joined("north-light"), published("a", 10), settled("a", 18, "lost")]);
  entry = chain[1] ?? expect.fail();
  const leaves = Array.from({ length: SIZE }, (_, at) => {
    const one = chain[at];
    return one ? leafBytes(one) : utf8(`leaf ${at}`);
  });
  const log = createTestLog(SIZE, (index) => leaves[index] ?? expect.fail(), [signer]);
  const hashes = await inclusionProof({ sha256, size: SIZE, readHash: log.readHash }, 1);
  const note = await log.checkpoint();
  const { text } = parseNote(note) ?? expect.fail();
  const signature = witness.sign(cosignedText(text, SECONDS));
  const name = "witness.example/w1";
  const line = await cosignatureLine(
    sha256,
    { name, publicKey: witness.publicKey },
    { seconds: SECONDS, signature },
  );
  proof = { extra: leafBytes(entry), index: 1, hashes, checkpoint: note + line };
  file = utf8(formatLogProof(proof));
  keyLine = (await log.keys()).trim();
  witnessLine = await verifierKey(sha256, { name, publicKey: witness.publicKey, type: "cosignature" });
  witnessKey = await keyOf(witnessLine);
  writeFileSync(path, file);
});

const check = (changes: Partial<LogProof>) =>
  checkProof(utf8(formatLogProof({ ...proof, ...changes })), keyLine, [witnessKey]);

const fails = (words: string) => ({ lines: [], faults: [expect.stringContaining(words)] });

describe("a proof file", () => {
  it("is invalid if any bit is changed, and the reason is given", async () => {
    const words = new Set<string>();
    for (const [at, byte] of file.entries()) {
      for (const bit of [1, 32, 128]) {
        const changed = file.with(at, byte ^ bit);
        const [fault] = (await checkProof(changed, keyLine, [witnessKey])).faults;
        if (fault === undefined) throw new Error(`byte ${at}: ${String.fromCharCode(byte)}`);
        words.add(fault.split(":\n")[0]?.replaceAll(/\d+/g, "N") ?? "");
      }
    }
    expect(words.size).toBeGreaterThan(6);
  }, 60_000);

  it("is invalid if anything is added or cut off", async () => {
    for (const changed of [file.slice(0, -1), file.slice(1), Uint8Array.of(...file, 10), new Uint8Array()])
      expect((await checkProof(changed, keyLine, [witnessKey])).faults).toHaveLength(1);
  });

  it("with a wrong entry, index or hashes is rejected with the reason", async () => {
    expect(await check({ extra: null })).toEqual(fails("does not contain the ledger line"));
    expect(await check({ extra: utf8("{}") })).toEqual(fails("not a ledger line"));
    expect(await check({ extra: utf8(`${ledgerLine(entry)} `) })).toEqual(fails("not a ledger line"));
    const changed = { ...entry, at: "2026-01-05T00:11:00.000Z" };
    expect(await check({ extra: leafBytes(changed) })).toEqual(
      fails("Ledger line 2 in the file was changed"),
    );
    expect(await check({ index: 2 })).toEqual(
      fails("contains ledger line 2, but proves the place of line 3"),
    );
    expect(await check({ hashes: proof.hashes.toReversed() })).toEqual(
      fails("Ledger line 2 has the right hash"),
    );
  });

  it("is rejected with the key that has not signed", async () => {
    const other = createTestLog(SIZE, () => utf8("leaf"), [stranger]);
    const strangerKey = (await other.keys()).trim();
    expect(await checkProof(file, strangerKey, [])).toEqual(fails(`not signed with the key ${strangerKey}`));
    const witnessOfTheirs = { name: "witness.example/w2", publicKey: stranger.publicKey };
    const silent = await keyOf(await verifierKey(sha256, { ...witnessOfTheirs, type: "cosignature" }));
    expect(await checkProof(file, keyLine, [witnessKey, silent])).toEqual(
      fails(`not cosigned by witness.example/w2+${silent.keyId}`),
    );
    expect(parseLogProof(formatLogProof(proof))).toEqual(proof);
  });

  it("is rejected if the key is of another log, and both logs are named", async () => {
    const renamed = await verifierKey(sha256, { name: "another.example/log", publicKey: signer.publicKey });
    expect(await checkProof(file, renamed, [])).toEqual(
      fails(`belongs to another log than the key, another.example/log:\n${ORIGIN}\n`),
    );
  });
});

describe("npm run verify on a proof", () => {
  it("prints what is proved, and when each witness saw it", async () => {
    const lines = [
      "The proof holds: ledger line 2 is in the log.",
      ledgerLine(entry),
      `Index 1 of the 300 lines of ${ORIGIN}`,
      `Root ${/\n300\n(.+)\n/.exec(proof.checkpoint)?.[1]}`,
      `Signed with ${keyLine}`,
    ];
    expect(await verify(path, "--key", keyLine)).toEqual({ code: 0, output: `${lines.join("\n")}\n` });
    const cosigned = `Cosigned by witness.example/w1+${witnessKey.keyId} before 2026-11-26T21:00:01.000Z`;
    expect(await verify(path, "--key", keyLine, "--witness", witnessLine)).toEqual({
      code: 0,
      output: `${[...lines, cosigned].join("\n")}\n`,
    });
  });

  it("exits with 1 if the proof is invalid", async () => {
    const changed = join(folder, "changed.tlog-proof");
    writeFileSync(changed, file.with(60, (file[60] ?? 0) ^ 1));
    expect(await verify(changed, "--key", keyLine)).toEqual({
      code: 1,
      output: expect.stringMatching(/^(?:The file's content is not|Ledger line 2 in the file)/),
    });
  });

  it.each([
    ["no key", () => [path], "A proof needs --key"],
    ["a key that is none", () => [path, "--key", "key"], "--key is not the key of a log (name+id+key): key"],
    ["a witness's key for the log's", () => [path, "--key", witnessLine], "--key is not the key of a log"],
    [
      "a log's key for a witness's",
      () => [path, "--key", keyLine, "--witness", keyLine],
      "--witness is not the key of a witness",
    ],
    ["an unknown option", () => [path, "--keys", keyLine], "Usage: npm run verify"],
    [
      "a file that is not there",
      () => [join(folder, "absent"), "--key", keyLine],
      "There is no file or folder",
    ],
  ])("exits with 2 if it is given %s", async (_, args, words) => {
    expect(await verify(...args())).toEqual({ code: 2, output: expect.stringContaining(words) });
  });
});
