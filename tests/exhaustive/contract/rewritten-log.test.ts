/** An operator rewrites the whole database and signs it again: what the witness and the time-stamp show. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LOG_VKEY, type ObservedSite, startObservedSite } from "#tests/support/observed-site.ts";
import { pastTriggers } from "#tests/support/past-triggers.ts";
import { startTimeStampAuthority, type TimeStampAuthority } from "#tests/support/time-stamp-authority.ts";
import { rewriteRecord, withoutOneLoss } from "#tests/support/rewritten-record.ts";
import { verifyLedger } from "#tests/support/verify-ledger.ts";
import { startWitness, type WitnessProcess } from "#tests/support/witness-process.ts";
import { seedRecord } from "#worker/local/demo-data/seed-record.ts";

const folder = mkdtempSync(join(tmpdir(), "rewritten-"));
const stateFile = join(folder, "state.json");
const sizeAndRoot = (note: string) => note.split("\n").slice(1, 3);

afterAll(() => rmSync(folder, { recursive: true }));

describe("a log that was rewritten", { timeout: 60_000 }, () => {
  let witness: WitnessProcess;
  let authority: TimeStampAuthority;
  let site: ObservedSite;
  let before = "";
  let stamped = "";

  beforeAll(async () => {
    [witness, authority] = await Promise.all([
      startWitness("--log", LOG_VKEY, "--state", stateFile, "--listen", "127.0.0.1:0"),
      startTimeStampAuthority(),
    ]);
    site = await startObservedSite({ WITNESSES: witness.line, TIMESTAMP_URL: authority.url });
    for (const handle of ["tern", "gannet", "fulmar", "petrel"]) await site.addTrader(handle);
    await site.runMinuteJobs();
    before = await site.checkpoint();
    stamped = await (await fetch(`${site.url}/api/log/checkpoints/4/`)).text();
    expect(await site.observers()).toMatchObject([{ status: "well" }, { status: "well" }]);
  });
  afterAll(() => Promise.all([site.close(), witness.stop(), authority.close()]));

  /** All that tells of before goes; entries are hashed anew, and the tiles are made of them by the site's own job. */
  async function rewrite(...changes: string[]): Promise<void> {
    await pastTriggers(site.db, ...changes, "DELETE FROM log_tiles", "DELETE FROM log_checkpoints");
    // One for the tiles, and one for those outside, as if the last time-stamp were long ago.
    await site.runMinuteJobs();
    await site.db.prepare("UPDATE log_observers SET asked_at = NULL").run();
    await site.runMinuteJobs();
  }

  it("is rejected by the witness if entries at its end were deleted, with both checkpoints", async () => {
    await rewrite("DELETE FROM ledger WHERE seq > 2");
    const now = await site.checkpoint();
    expect(sizeAndRoot(now)[0]).toBe("2");
    const [seen] = await site.observers();
    expect(seen).toMatchObject({
      status: "objecting",
      objection: "It has cosigned 4 entries; the log has 2.",
    });
    expect(sizeAndRoot(seen?.seen_note ?? "")).toEqual(sizeAndRoot(before));
    expect(sizeAndRoot(seen?.refused_note ?? "")).toEqual(sizeAndRoot(now));
    const { not_ready, details } = await site.ready();
    expect(not_ready).toContain("witnesses");
    for (const [size, root] of [before, now].map(sizeAndRoot))
      expect(details[0]).toContain(`size ${size}, root ${root}`);
  });

  it("is rejected by the witness even after it has grown again, and both checkpoints are kept as evidence", async () => {
    await rewrite(
      `INSERT INTO ledger (seq, at, clock_at, kind, signal_id, payload, prev_hash, hash)
       SELECT seq + 2, at, clock_at, kind, signal_id, payload, prev_hash, lower(hex(randomblob(32))) FROM ledger`,
      `INSERT INTO ledger (seq, at, clock_at, kind, signal_id, payload, prev_hash, hash)
       SELECT 5, at, clock_at, kind, signal_id, payload, prev_hash, lower(hex(randomblob(32))) FROM ledger WHERE seq = 4`,
    );
    const now = await site.checkpoint();
    expect(sizeAndRoot(now)[0]).toBe("5");
    const [seen, stamps] = await site.observers();
    expect(seen?.status).toBe("objecting");
    expect(seen?.objection).toContain("does not follow from");
    expect(sizeAndRoot(seen?.seen_note ?? "")).toEqual(sizeAndRoot(before));
    const { forks } = JSON.parse(readFileSync(stateFile, "utf8"));
    expect(forks).toHaveLength(1);
    expect([sizeAndRoot(forks[0].seen_note), sizeAndRoot(forks[0].refused_note)]).toEqual(
      [before, now].map(sizeAndRoot),
    );
    // An authority stamps what it is given: its older token is what tells.
    expect(stamps?.status).toBe("well");
    const stampedNow = await fetch(`${site.url}/api/log/checkpoints/5/`);
    expect(stampedNow.status).toBe(200);
    expect(await authority.verify(stamped, authority.answers[0])).toContain("Verification: OK");
    await expect(authority.verify(await stampedNow.text(), authority.answers[0])).rejects.toThrow();
  });

  it("stays rejected while the witness does not respond", async () => {
    const [objecting] = await site.observers();
    await witness.stop();
    await site.runMinuteJobs();
    const [seen] = await site.observers();
    expect(seen).toMatchObject({
      status: "objecting",
      objected_at: objecting?.objected_at,
      objection: objecting?.objection,
      seen_note: objecting?.seen_note,
    });
    expect(seen?.failure).toMatch(/^cannot be asked/);
    expect((await site.ready()).not_ready).toContain("witnesses");
  });
});

describe("a ledger that was rebuilt without one loss", { timeout: 60_000 }, () => {
  const seed = { signals: 100, endMs: Date.now() };
  const state = join(folder, "other-state.json");
  let witness: WitnessProcess;
  let authority: TimeStampAuthority;
  let site: ObservedSite;
  let before = "";
  let stamped = "";
  let token: Buffer | undefined;

  /** One for the tiles, and one for those outside, as if the last time-stamp were long ago. */
  async function runJobs(): Promise<void> {
    await site.runMinuteJobs();
    await site.db.prepare("UPDATE log_observers SET asked_at = NULL").run();
    await site.runMinuteJobs();
  }

  beforeAll(async () => {
    [witness, authority] = await Promise.all([
      startWitness("--log", LOG_VKEY, "--state", state, "--listen", "127.0.0.1:0"),
      startTimeStampAuthority(),
    ]);
    site = await startObservedSite({ WITNESSES: witness.line, TIMESTAMP_URL: authority.url });
    await seedRecord(site.db, seed);
    await runJobs();
    before = await site.checkpoint();
    stamped = await (await fetch(`${site.url}/api/log/checkpoints/${sizeAndRoot(before)[0]}/`)).text();
    token = authority.answers.at(-1);
    expect(await site.observers()).toMatchObject([{ status: "well" }, { status: "well" }]);
    await rewriteRecord(site, seed, withoutOneLoss(seed));
    // Grown again beyond what it was.
    for (const handle of ["tern", "gannet", "fulmar"]) await site.addTrader(handle);
    await runJobs();
  });
  afterAll(() => Promise.all([site.close(), witness.stop(), authority.close()]));

  it("passes for someone who reads it for the first time", async () => {
    expect(await verifyLedger(site.url)).toMatchObject({ code: 0 });
  });

  it("is rejected by the witness, with both checkpoints", async () => {
    const now = await site.checkpoint();
    expect(Number(sizeAndRoot(now)[0])).toBe(Number(sizeAndRoot(before)[0]) + 1);
    const [seen] = await site.observers();
    expect(seen).toMatchObject({
      status: "objecting",
      objection: expect.stringContaining("does not follow from"),
    });
    const both = [before, now].map(sizeAndRoot);
    expect([seen?.seen_note, seen?.refused_note].map((note) => sizeAndRoot(note ?? ""))).toEqual(both);
    const { forks } = JSON.parse(readFileSync(state, "utf8"));
    const kept = forks.map((fork: Record<string, string>) => [fork["seen_note"], fork["refused_note"]]);
    expect(kept.at(-1).map(sizeAndRoot)).toEqual(both);
    const { not_ready, details } = await site.ready();
    expect(not_ready).toContain("witnesses");
    for (const [size, root] of both) expect(details[0]).toContain(`size ${size}, root ${root}`);
  });

  it("does not match the earlier time-stamp", async () => {
    const now = await site.checkpoint();
    expect(await authority.verify(stamped, token)).toContain("Verification: OK");
    await expect(authority.verify(now, token)).rejects.toThrow();
    expect(sizeAndRoot(stamped)).toEqual(sizeAndRoot(before));
  });
});
