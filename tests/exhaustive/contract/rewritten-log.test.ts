/** An operator rewrites the database and signs it again: what the witness shows. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LOG_VKEY, type WitnessedSite, startWitnessedSite } from "#tests/support/witnessed-site.ts";
import { pastTriggers } from "#tests/support/past-triggers.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { startWitness, type WitnessProcess } from "#tests/support/witness-process.ts";

const stateFile = join(temporaryFolder(), "state.json");
const sizeAndRoot = (note: string) => note.split("\n").slice(1, 3);

describe("a log that was rewritten", { timeout: 60_000 }, () => {
  let witness: WitnessProcess;
  let site: WitnessedSite;
  let before = "";

  beforeAll(async () => {
    witness = await startWitness("--log", LOG_VKEY, "--state", stateFile, "--listen", "127.0.0.1:0");
    site = await startWitnessedSite({ WITNESSES: witness.line });
    for (const handle of ["tern", "gannet", "fulmar", "petrel"]) await site.addTrader(handle);
    await site.runMinuteJobs();
    before = await site.checkpoint();
    expect(await site.witnesses()).toMatchObject([{ status: "well" }]);
  });
  afterAll(() => Promise.all([site.close(), witness.stop()]));

  /** All that tells of before goes; entries are hashed anew, and the tiles are made of them by the site's own job. */
  async function rewrite(...changes: string[]): Promise<void> {
    await pastTriggers(site.db, ...changes, "DELETE FROM log_tiles", "DELETE FROM log_checkpoints");
    // One for the tiles, and one for the witness.
    await site.runMinuteJobs();
    await site.runMinuteJobs();
  }

  it("is rejected by the witness if entries at its end were deleted, with both checkpoints", async () => {
    await rewrite("DELETE FROM ledger WHERE seq > 2");
    const now = await site.checkpoint();
    expect(sizeAndRoot(now)[0]).toBe("2");
    const [seen] = await site.witnesses();
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
    const [seen] = await site.witnesses();
    expect(seen?.status).toBe("objecting");
    expect(seen?.objection).toContain("does not follow from");
    expect(sizeAndRoot(seen?.seen_note ?? "")).toEqual(sizeAndRoot(before));
    const { forks } = JSON.parse(readFileSync(stateFile, "utf8"));
    expect(forks).toHaveLength(1);
    expect([sizeAndRoot(forks[0].seen_note), sizeAndRoot(forks[0].refused_note)]).toEqual(
      [before, now].map(sizeAndRoot),
    );
  });
});
