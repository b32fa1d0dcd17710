/** `npm run witness` implements the protocol of https://c2sp.org/tlog-witness for any log. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toBase64 } from "#shared/encoding/base64.ts";
import { consistencyProof, type Hash, rootOfHashes, treeRoot } from "#shared/log/merkle-tree.ts";
import { checkpointText, signatureLine, signedNote, verifierKey } from "#shared/log/signed-note.ts";
import { cosignedAt } from "#tests/support/open-cosignature.ts";
import { createSigner, sha256 } from "#tests/support/test-log.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { startWitness, type WitnessProcess } from "#tests/support/witness-process.ts";

const stateFile = join(temporaryFolder(), "state.json");
const EMPTY_ROOT = createHash("sha256").digest("base64");

/** A log whose leaves are the hashes of its name and numbers. */
function createLog(origin: string, content = origin) {
  const { publicKey, sign } = createSigner();
  const key = { name: origin, publicKey };
  const leafAt = (index: number): Hash =>
    Uint8Array.from(createHash("sha256").update(`${content} ${index}`).digest());
  const treeOf = (size: number) => ({
    sha256,
    size,
    readHash: (height: number, index: number) =>
      rootOfHashes(
        sha256,
        Array.from({ length: 2 ** height }, (_, at) => leafAt(index * 2 ** height + at)),
      ),
  });
  const signText = async (text: string) => signedNote(text, [await signatureLine(sha256, key, sign(text))]);
  return {
    vkey: () => verifierKey(sha256, key),
    signText,
    note: async (size: number) =>
      signText(checkpointText({ origin, size, root: await treeRoot(treeOf(size)) })),
    proof: async (oldSize: number, size: number) =>
      (await consistencyProof(treeOf(size), oldSize)).map(toBase64),
    /** Signed by the key of this log, with what another has in it. */
    noteOf: async (other: { readonly note: (size: number) => Promise<string> }, size: number) =>
      signText(`${(await other.note(size)).split("\n\n")[0]}\n`),
  };
}

const log = createLog("log.example/a");
const rewritten = createLog("log.example/a", "other entries");
const stranger = createLog("log.example/b");
let witness: WitnessProcess;

beforeAll(async () => {
  witness = await start("127.0.0.1:0");
});
afterAll(() => witness.stop());

async function start(listen: string): Promise<WitnessProcess> {
  const keys = ["--log", await log.vkey()];
  return startWitness(...keys, "--name", "w.example/1", "--listen", listen, "--state", stateFile);
}

async function send(body: string) {
  const response = await fetch(`${witness.url}/add-checkpoint`, { method: "POST", body });
  const type = response.headers.get("Content-Type");
  return { status: response.status, type, text: await response.text() };
}

const request = (oldSize: number, proof: readonly string[], note: string) =>
  `old ${oldSize}\n${proof.map((hash) => `${hash}\n`).join("")}\n${note}`;

async function grow(oldSize: number, size: number) {
  return send(request(oldSize, await log.proof(oldSize, size), await log.note(size)));
}

const seen = async () => {
  const hash = createHash("sha256").update("log.example/a").digest("hex");
  return fetch(`${witness.url}/${hash}/checkpoint`);
};

describe("a witness", () => {
  it("has no checkpoint of a log before it has cosigned one", async () => {
    expect((await seen()).status).toBe(404);
  });

  it.each([
    ["", 400],
    ["old 0\n", 400],
    ["old 00\n\nnote", 400],
    ["old -1\n\nnote", 400],
  ])("answers %j with %i", async (body, status) => {
    expect((await send(body)).status).toBe(status);
  });

  it("refuses a proof for growth from an empty log, and an empty log with a wrong root hash", async () => {
    const note = await log.note(3);
    expect((await send(request(0, [EMPTY_ROOT], note))).status).toBe(422);
    const empty = `log.example/a\n0\n${toBase64(new Uint8Array(32))}\n`;
    expect((await send(request(0, [], await log.signText(empty)))).status).toBe(422);
  });

  it("cosigns a checkpoint that has grown, and the same size again", async () => {
    for (const [oldSize, size] of [
      [0, 3],
      [3, 3],
      [3, 300],
      [300, 301],
    ] as const) {
      const { status, type, text } = await grow(oldSize, size);
      expect([status, type]).toEqual([200, "text/plain; charset=utf-8"]);
      const cosigned = cosignedAt((await log.note(size)) + text, witness.vkey);
      expect(Math.abs((cosigned ?? 0) - Date.now() / 1000)).toBeLessThan(30);
      expect(await (await seen()).text()).toBe((await log.note(size)) + text);
    }
  });

  it("answers 409 with its own size if the old size is wrong", async () => {
    for (const oldSize of [0, 300, 302])
      expect(await send(request(oldSize, [], await log.note(302)))).toEqual({
        status: 409,
        type: "text/x.tlog.size",
        text: "301\n",
      });
  });

  it("rejects requests that are malformed, not signed by the log, too long or with another method", async () => {
    const note = await log.note(301);
    expect((await send(request(302, [], note))).status).toBe(400);
    expect((await send(request(301, ["x"], note))).status).toBe(400);
    expect((await send(request(301, Array(64).fill(EMPTY_ROOT), note))).status).toBe(400);
    expect((await send(request(0, [], await stranger.note(3)))).status).toBe(404);
    // By another key of the same name, and by the right key over another text.
    expect((await send(request(301, [], await rewritten.note(301)))).status).toBe(403);
    expect((await send(request(301, [], note.replace("\n301\n", "\n302\n")))).status).toBe(403);
    expect((await send("x".repeat(70_000))).status).toBe(413);
    expect((await fetch(`${witness.url}/add-checkpoint`)).status).toBe(405);
    expect((await fetch(`${witness.url}/`)).status).toBe(404);
    expect(JSON.parse(readFileSync(stateFile, "utf8")).forks).toEqual([]);
  });

  it("refuses a forked log and stores both checkpoints, once", async () => {
    const before = await (await seen()).text();
    const sameSize = await log.noteOf(rewritten, 301);
    const longer = await log.noteOf(rewritten, 400);
    for (const note of [sameSize, sameSize, longer]) {
      const proof = note === longer ? await rewritten.proof(301, 400) : [];
      const { status, text } = await send(request(301, proof, note));
      expect(status).toBe(422);
      expect(text).toMatch(
        /^The checkpoint of \d+ lines with root \S+ does not follow from that of 301 lines with root \S+\.\n$/,
      );
    }
    const { forks } = JSON.parse(readFileSync(stateFile, "utf8"));
    expect(forks).toMatchObject([
      { seen_note: before, refused_note: sameSize },
      { seen_note: before, refused_note: longer },
    ]);
    expect(await (await seen()).text()).toBe(before);
  });

  it("cosigns one of several concurrent checkpoints", async () => {
    const sizes = [310, 320, 330, 340, 350, 360];
    const answers = await Promise.all(sizes.map((size) => grow(301, size)));
    const taken = sizes.filter((_, at) => answers[at]?.status === 200);
    expect(taken).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 200);
    expect(others.map(({ status, text }) => [status, text])).toEqual(
      others.map(() => [409, `${taken[0]}\n`]),
    );
    expect((await (await seen()).text()).split("\n")[1]).toBe(String(taken[0]));
  });

  it("continues after a restart with the same state and key", async () => {
    const before = await (await seen()).text();
    const { vkey, url } = witness;
    await witness.stop();
    witness = await start(new URL(url).host);
    expect(witness.vkey).toBe(vkey);
    expect(await (await seen()).text()).toBe(before);
    const size = Number(before.split("\n")[1]);
    expect((await grow(size, 500)).status).toBe(200);
  });

  it("refuses a state file of another witness", async () => {
    const args = ["--log", await log.vkey(), "--name", "other.example/1", "--state", stateFile];
    await expect(startWitness(...args, "--listen", "127.0.0.1:0")).rejects.toThrow(
      "a witness cannot change its name",
    );
  });
});
