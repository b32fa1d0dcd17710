/** Whether the guide is enough to check the log: `outside/log.ts` was written from the guide alone. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { afterAll, beforeAll, expect, it } from "vitest";
import { signInByApi } from "#tests/support/api-client.ts";
import { publish } from "#tests/support/record-writer.ts";
import { logKeyOf, type Site, STAFF_ID, STAFF_PASSCODE, startSite } from "#tests/support/site.ts";
import { startWitness, type WitnessProcess } from "#tests/support/witness-process.ts";
import { seedRecord } from "#worker/local/demo-data/seed-record.ts";
import { bundlesOf, leafOf, openNote, rootOf, tilesOf } from "./outside/log.ts";

const ORIGIN = "tidemark.example/log";

const Witnessed = v.object({
  results: v.array(
    v.object({
      size: v.number(),
      first_note: v.string(),
      first_witnessed_at: v.string(),
    }),
  ),
});
const Traders = v.object({
  results: v.array(v.object({ handle: v.string(), retired_at: v.nullable(v.string()) })),
});
const Shown = v.object({
  published_seq: v.number(),
  entry_at: v.string(),
  witnessed_at: v.nullable(v.string()),
});

const folder = mkdtempSync(join(tmpdir(), "outside-log-"));
let witness: WitnessProcess;
let site: Site;
let signalId = "";
let entries: Buffer[];

beforeAll(async () => {
  const state = join(folder, "state.json");
  witness = await startWitness("--log", await logKeyOf(ORIGIN), "--state", state, "--listen", "127.0.0.1:0");
  site = await startSite({ vars: { SITE_ORIGIN: "https://tidemark.example", WITNESSES: witness.line } });
  await seedRecord(site.db, { signals: 600, endMs: Date.now() - 60_000 });
  await site.runMinuteJobs();
  const staff = await signInByApi(site.url, STAFF_ID, STAFF_PASSCODE);
  signalId = (await publish(site.url, staff, await someTrader()))?.id ?? "";
  const lines = (await text("/api/ledger/export.ndjson")).split("\n");
  entries = lines.slice(0, -1).map((line) => Buffer.from(line));
});
afterAll(async () => {
  await site.close();
  await witness.stop();
  rmSync(folder, { recursive: true });
});

/** One who still publishes. */
async function someTrader(): Promise<string> {
  const { results } = v.parse(Traders, JSON.parse(await text("/api/traders/")));
  return results.find(({ retired_at }) => retired_at === null)?.handle ?? "";
}

const text = async (path: string) => (await fetch(site.url + path)).text();

it("the documentation is enough to verify the checkpoint's signature and the root hash of all entries", async () => {
  const [key = ""] = (await text("/log/key")).split("\n");
  const { origin, size, root } = openNote(await text("/log/checkpoint"), key);
  expect([origin, size]).toEqual([ORIGIN, entries.length]);
  expect(root).toBe(rootOf(entries.map(leafOf)).toString("base64"));
  const note = await text("/log/checkpoint");
  expect(() => openNote(note.replace(`\n${size}\n`, `\n${size + 1}\n`), key)).toThrow("a wrong signature");
});

it("the documentation is enough to rebuild every tile and entry bundle from the entries", async () => {
  const leaves = entries.map(leafOf);
  const parts = [...tilesOf(leaves), ...bundlesOf(entries)];
  expect(parts.length).toBeGreaterThan(10);
  for (const [path, bytes] of parts) {
    const answer = await fetch(`${site.url}/log/${path}`);
    expect([path, Buffer.from(await answer.arrayBuffer()).equals(bytes)]).toEqual([path, true]);
  }
});

it("the documentation is enough to recompute when a signal was witnessed, and that it was in time", async () => {
  const [key = ""] = (await text("/api/log/witnesses/")).split("\n");
  expect(key).toBe(witness.vkey);
  const readSignal = async () => v.parse(Shown, JSON.parse(await text(`/api/signals/${signalId}/`)));
  await site.runMinuteJobs();
  await expect.poll(async () => (await readSignal()).witnessed_at).not.toBeNull();
  const { published_seq, entry_at, witnessed_at } = await readSignal();
  const { results } = v.parse(Witnessed, JSON.parse(await text("/api/log/checkpoints/")));
  const first = results.find(({ size }) => size >= published_seq);
  if (!first) throw new Error("no witness has seen it");
  const { size, root, seconds } = openNote(first.first_note, key);
  expect(size).toBe(first.size);
  expect(root).toBe(rootOf(entries.slice(0, size).map(leafOf)).toString("base64"));
  expect(new Date((seconds ?? 0) * 1000).toISOString()).toBe(witnessed_at);
  expect(first.first_witnessed_at).toBe(witnessed_at);
  expect(Date.parse(witnessed_at ?? "")).toBeLessThan(Date.parse(entry_at));
});
