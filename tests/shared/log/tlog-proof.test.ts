import { describe, expect, it } from "vitest";
import { utf8 } from "#shared/encoding/utf8.ts";
import { formatLogProof, parseLogProof } from "#shared/log/tlog-proof.ts";

const CHECKPOINT = "a.example/log\n3\nroot\n\n\u2014 a.example/log AAAAAA==\n";
const HASH = `${"A".repeat(43)}=`;
const file = (...lines: string[]) => `${lines.join("\n")}\n\n${CHECKPOINT}`;

describe("a proof file", () => {
  it("has the specified format", () => {
    const proof = {
      extra: utf8("{}"),
      index: 2,
      hashes: [new Uint8Array(32), new Uint8Array(32)],
      checkpoint: CHECKPOINT,
    };
    const text = file("c2sp.org/tlog-proof@v1", "extra e30=", "index 2", HASH, HASH);
    expect(formatLogProof(proof)).toBe(text);
    expect(parseLogProof(text)).toEqual(proof);
  });

  it("may lack extra data and hashes", () => {
    const text = file("c2sp.org/tlog-proof@v1", "index 0");
    expect(parseLogProof(text)).toEqual({ extra: null, index: 0, hashes: [], checkpoint: CHECKPOINT });
    expect(formatLogProof({ extra: null, index: 0, hashes: [], checkpoint: CHECKPOINT })).toBe(text);
  });

  it.each([
    ["another first line", file("c2sp.org/tlog-proof@v2", "index 0")],
    ["no index", file("c2sp.org/tlog-proof@v1")],
    ["an index with a leading zero", file("c2sp.org/tlog-proof@v1", "index 00")],
    ["extra data that is no base64", file("c2sp.org/tlog-proof@v1", "extra e3", "index 0")],
    ["extra data behind the index", file("c2sp.org/tlog-proof@v1", "index 0", "extra e30=")],
    ["a hash that is too short", file("c2sp.org/tlog-proof@v1", "index 0", "AAAA")],
    [
      "more hashes than a tree has levels",
      file("c2sp.org/tlog-proof@v1", "index 0", ...Array(64).fill(HASH)),
    ],
    ["no checkpoint", "c2sp.org/tlog-proof@v1\nindex 0\n"],
    ["nothing", ""],
  ])("with %s is invalid", (_, text) => {
    expect(parseLogProof(text)).toBeNull();
  });
});
