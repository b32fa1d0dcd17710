/**
 * `npm run verify -- URL --state FILE`: a reader who has stored the log's checkpoint detects changes that the site alone does
 * not show. A proxy in front of the site can replace one of its log's responses.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  checkpointText,
  parseCheckpoint,
  signatureLine,
  signedNote,
  verifierKey,
} from "#shared/log/signed-note.ts";
import { listen, stop } from "#tests/support/local-server.ts";
import { rewriteRecord, withoutOneLoss } from "#tests/support/rewritten-record.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { staffOf } from "#tests/support/staff-api.ts";
import { createSigner, sha256 } from "#tests/support/test-log.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { verify } from "#tests/support/verify.ts";
import { seedRecord } from "#worker/local/demo-data/write-record.ts";

const SEED = { signals: 300, endMs: Date.now() };

const folder = temporaryFolder();
let site: Site;
let way: Server;
let address = "";
/** Key of the site's log. */
let key = "";
/** What the way answers itself, by path; null for 404. */
let instead: ReadonlyMap<string, string | null> = new Map();

beforeAll(async () => {
  site = await startSite();
  await seedRecord(site.db, SEED);
  await site.runMinuteJobs();
  way = createServer(async (request, response) => {
    const path = request.url ?? "/";
    const own = instead.get(path);
    if (own !== undefined) return response.writeHead(own === null ? 404 : 200).end(own);
    const answer = await fetch(site.url + path);
    return response
      .writeHead(answer.status, { "Content-Type": answer.headers.get("Content-Type") ?? "" })
      .end(await answer.text());
  });
  address = await listen(way);
  key = (await (await fetch(`${site.url}/log/key`)).text()).trim();
});
afterEach(() => {
  instead = new Map();
});
afterAll(async () => {
  await stop(way);
  await site.close();
});

const remember = (file: string, ...more: string[]) => verify(address, "--state", file, ...more);
const checkpointNow = async () => (await fetch(`${site.url}/log/checkpoint`)).text();
const readKept = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));
const addTrader = async (handle: string) => (await staffOf(site.url)).addTraders({ [handle]: handle });

/** A file with the checkpoint of now. */
async function rememberedNow(name: string): Promise<string> {
  const file = join(folder, name);
  expect(await remember(file)).toMatchObject({ code: 0 });
  return file;
}

/** Somebody else's key, under a name of the log's. */
async function otherKey(name: string) {
  const { publicKey, sign } = createSigner();
  const signer = { name, publicKey };
  return {
    key: await verifierKey(sha256, signer),
    note: async (text: string) => signedNote(text, [await signatureLine(sha256, signer, sign(text))]),
  };
}

async function checkpointPartsNow() {
  const checkpoint = parseCheckpoint(await checkpointNow());
  if (!checkpoint) throw new Error("the site serves no checkpoint");
  return checkpoint;
}

describe("npm run verify with --state", () => {
  it("trusts the log's key on first use, and later confirms that the ledger has grown", async () => {
    const file = join(folder, "grown");
    const first = await remember(file);
    expect(first).toMatchObject({
      code: 0,
      output: expect.stringContaining(`Signed with ${key}, which the site itself names: pin it with --key.`),
    });
    const { seq } = await (await fetch(`${site.url}/api/ledger/head/`)).json();
    const head = { seq, at: expect.stringMatching(/^20.*Z$/) };
    const kept = { read_at: expect.any(String), checkpoint: await checkpointNow(), head };
    expect(readKept(file)).toEqual(kept);
    const { size } = await checkpointPartsNow();

    for (const handle of ["dunlin", "knot", "ruff"]) await addTrader(handle);
    const { code, output } = await remember(file);
    expect([code, output]).toEqual([
      0,
      expect.stringContaining(`Signed with ${key}, which also signed the checkpoint in ${file}.`),
    ]);
    expect(output).toContain(`It continues the checkpoint of ${size} lines that ${file} stored on 2`);
    expect(output).toContain(`The log holds: its checkpoint of ${size + 3} lines is that of the ledger.`);
    const grown = { ...head, seq: seq + 3 };
    expect(readKept(file)).toEqual({ ...kept, checkpoint: await checkpointNow(), head: grown });
    expect(readdirSync(folder)).toEqual(["grown"]);
  });

  it("accepts only checkpoints that are signed with the given key, and otherwise stores nothing", async () => {
    const file = join(folder, "pinned");
    const { key: other } = await otherKey((await checkpointPartsNow()).origin);
    expect(await remember(file, "--key", other)).toMatchObject({
      code: 1,
      output: expect.stringContaining(`The checkpoint is not signed with the key ${other}`),
    });
    expect(readdirSync(folder)).not.toContain("pinned");
    expect(await remember(file, "--key", key)).toMatchObject({ code: 0 });
  });

  it("reports a new key, and continues once that key is given", async () => {
    const file = await rememberedNow("rotated");
    const checkpoint = await checkpointPartsNow();
    const other = await otherKey(checkpoint.origin);
    instead = new Map([
      ["/log/key", `${other.key}\n`],
      ["/log/checkpoint", await other.note(checkpointText(checkpoint))],
    ]);
    const { code, output } = await remember(file);
    expect(code).toBe(1);
    expect(output).toContain(
      `No key that the site names now has signed the stored checkpoint: ${other.key}\n`,
    );
    expect(await remember(file, "--key", other.key)).toMatchObject({
      code: 0,
      output: expect.stringContaining(`Signed with ${other.key}, the key that you gave.`),
    });
    expect(await remember(file)).toMatchObject({ code: 0 });
  });

  it("rejects a checkpoint that is none, or is not that of the entries or of the log that was kept", async () => {
    const file = await rememberedNow("falsified");
    const before = readFileSync(file, "utf8");
    const { origin, size, root } = await checkpointPartsNow();
    const other = await otherKey(origin);
    const moved = await otherKey("another.example/log");
    const flipped = root.map((byte, at) => (at === 9 ? byte ^ 1 : byte));
    const cases = [
      ["<html>", [], "This is not a checkpoint:\n<html>"],
      [
        await other.note(checkpointText({ origin, size, root: flipped })),
        ["--key", other.key],
        `The checkpoint's root is not that of the first ${size} lines`,
      ],
      [
        await other.note(checkpointText({ origin, size: size + 1, root })),
        ["--key", other.key],
        `The checkpoint has ${size + 1} lines, but the ledger has ${size}`,
      ],
      [
        await moved.note(checkpointText({ origin: "another.example/log", size, root })),
        ["--key", moved.key],
        "The log has another name than the stored one.",
      ],
    ] as const;
    for (const [served, more, words] of cases) {
      instead = new Map([["/log/checkpoint", served]]);
      expect(await remember(file, ...more)).toMatchObject({
        code: 1,
        output: expect.stringContaining(words),
      });
    }
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  it("reports that a site lists no witnesses", async () => {
    const witness = {
      name: "w.example",
      type: "cosignature",
      publicKey: new Uint8Array(32).fill(7),
    } as const;
    const args = ["--witness", await verifierKey(sha256, witness)] as const;
    instead = new Map([["/api/log/witnesses/", null]]);
    expect(await verify(address, ...args)).toMatchObject({
      code: 1,
      output: expect.stringContaining("the site does not list witnessed checkpoints"),
    });
  });

  it("rejects a file that it has not written", async () => {
    const file = join(folder, "notes");
    writeFileSync(file, "milk, bread");
    expect(await remember(file)).toEqual({
      code: 2,
      output: `${file} is not a state file of npm run verify.\n`,
    });
    expect(readFileSync(file, "utf8")).toBe("milk, bread");
  });

  it("detects that a log is missing, and does without one only if nothing of it is asked for", async () => {
    const file = await rememberedNow("with-log");
    instead = new Map([["/log/checkpoint", null]]);
    expect(await remember(file)).toMatchObject({
      code: 1,
      output: expect.stringContaining(`has none now. Stored:\n${await checkpointNow()}`),
    });
    expect(await verify(address)).toMatchObject({
      code: 0,
      output: expect.stringContaining("The site has no log."),
    });
    expect(await remember(join(folder, "none"), "--key", key)).toMatchObject({
      code: 1,
      output: expect.stringContaining("You gave a state file, a key or a witness, but the site has no log."),
    });
    expect(readdirSync(folder)).not.toContain("none");
  });
});

describe.each([
  ["rewritten without one loss", "The log was rewritten", withoutOneLoss(SEED)],
  [
    "cut off at its end",
    "The log has become shorter",
    ({ atMs }: { readonly atMs: number }) => atMs < SEED.endMs - 30 * 24 * 60 * 60_000,
  ],
])("a record that was %s and signed again", { timeout: 60_000 }, (name, words, keep) => {
  it("passes for new readers, but not for readers with a stored checkpoint", async () => {
    await rewriteRecord(site, SEED, () => true);
    await addTrader("phalarope");
    const file = await rememberedNow(`${name} log`);
    const before = readFileSync(file, "utf8");
    const kept = await checkpointNow();

    await rewriteRecord(site, SEED, keep);
    for (const handle of ["stint", "whimbrel", "godwit"]) await addTrader(handle);
    const now = await checkpointNow();
    expect(await verify(address)).toMatchObject({
      code: 0,
      output: expect.stringContaining("The log holds"),
    });

    const { code, output } = await remember(file);
    expect(code).toBe(1);
    expect(output).toContain("The ledger holds");
    expect(output).toContain(
      `${words}: these two checkpoints cannot belong to one log that only grows.\nStored on `,
    );
    expect(output).toContain(`Z:\n${kept}Now:\n${now}`);
    expect(readFileSync(file, "utf8")).toBe(before);
  });
});
