/** The log as witnesses see it: the built worker beside `npm run witness`. */
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildGo, missingGo } from "#tests/support/go-packages.ts";
import {
  LOG_ORIGIN,
  LOG_VKEY,
  type WitnessedSite,
  startWitnessedSite,
} from "#tests/support/witnessed-site.ts";
import { cosignedAt } from "#tests/support/open-cosignature.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { pastTriggers } from "#tests/support/past-triggers.ts";
import { startWitness, type WitnessProcess } from "#tests/support/witness-process.ts";

const run = promisify(execFile);
const folder = temporaryFolder();
const stateFile = (name: string) => join(folder, `${name}.json`);

/** As `WITNESSES` and a friend have it. */
function startOne(name: string, listen = "127.0.0.1:0"): Promise<WitnessProcess> {
  const names = ["--name", `${name}.example/witness`, "--state", stateFile(name), "--listen", listen];
  return startWitness("--log", LOG_VKEY, ...names);
}

const missing = missingGo();
if (missing !== null) process.stderr.write(`Cosignatures are not checked with Go: ${missing}.\n`);

describe("two witnesses", { timeout: 60_000 }, () => {
  let near: WitnessProcess;
  let far: WitnessProcess;
  let site: WitnessedSite;

  beforeAll(async () => {
    [near, far] = await Promise.all([startOne("near"), startOne("far")]);
    site = await startWitnessedSite({ WITNESSES: `${near.line}\n\n${far.line}\n` });
  });
  afterAll(() => Promise.all([site.close(), near.stop(), far.stop()]));

  it("cosign the empty log, and again every minute while it does not grow", async () => {
    await site.runMinuteJobs();
    const note = await site.checkpoint();
    for (const { vkey } of [near, far])
      expect(Math.abs((cosignedAt(note, vkey) ?? 0) - Date.now() / 1000)).toBeLessThan(30);
    const [first] = await site.kept();
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await site.runMinuteJobs();
    const [later, ...others] = await site.kept();
    expect(others).toEqual([]);
    expect(later).toMatchObject({ size: 0, first_note: first?.first_note });
    expect(later?.first_witnessed_at).toBe(first?.first_witnessed_at);
    expect(Date.parse(later?.last_witnessed_at ?? "")).toBeGreaterThan(
      Date.parse(first?.last_witnessed_at ?? ""),
    );
    expect(await site.checkpoint()).toBe(later?.last_note);
    expect(cosignedAt(later?.first_note ?? "", near.vkey)).toBeLessThan(
      cosignedAt(later?.last_note ?? "", near.vkey) ?? 0,
    );
  });

  it("cosign within seconds after a commit, without waiting for the minute's job", async () => {
    const committedMs = Date.now();
    await site.addTrader("tern");
    await expect.poll(async () => (await site.kept()).at(-1)?.size).toBe(1);
    const note = await site.checkpoint();
    expect(note.startsWith(`${LOG_ORIGIN}\n1\n`)).toBe(true);
    expect(cosignedAt(note, near.vkey)).toBeGreaterThanOrEqual(Math.floor(committedMs / 1000));
    process.stderr.write(`Witnessed ${Date.now() - committedMs} ms after the commit began.\n`);
  });

  it.skipIf(missing !== null)("have signatures that Go's note.Open accepts", async () => {
    const program = join(folder, "open-note");
    await buildGo("./tests/exhaustive/contract/witness", program, join(folder, "cache"));
    const file = join(folder, "checkpoint");
    const note = await site.checkpoint();
    writeFileSync(file, note);
    const { stdout } = await run(program, [file, LOG_VKEY, near.vkey, far.vkey]);
    expect(stdout.trim().split("\n").toSorted()).toEqual(
      [
        LOG_ORIGIN,
        ...[near, far].map(({ vkey }) => `${vkey.split("+")[0]} ${cosignedAt(note, vkey)}`),
      ].toSorted(),
    );
    // Who knows the log's key alone opens it as before.
    expect((await run(program, [file, LOG_VKEY])).stdout).toBe(`${LOG_ORIGIN}\n`);
    writeFileSync(
      file,
      note.replace(/(?<=near\.example\/witness )./, (first) => (first === "A" ? "B" : "A")),
    );
    await expect(run(program, [file, near.vkey])).rejects.toThrow("note");
  });

  it("are listed with their keys, and reported as working", async () => {
    expect(await (await fetch(`${site.url}/api/log/witnesses/`)).text()).toBe(`${near.vkey}\n${far.vkey}\n`);
    expect(await site.witnesses()).toMatchObject([
      { name: "near.example/witness", status: "well", size: 1, failure: null },
      { name: "far.example/witness", status: "well", size: 1 },
    ]);
    expect(await site.ready()).toMatchObject({ details: ["record: not checked yet"] });
  });

  it("delay neither commits nor pages while both are down, and catch up afterwards", async () => {
    const { port } = new URL(near.url);
    await Promise.all([near.stop(), far.stop()]);
    await site.addTrader("gannet");
    await site.addTrader("fulmar");
    const page = await fetch(`${site.url}/en/traders`);
    expect(await page.text()).toContain("fulmar");
    await site.runMinuteJobs();
    const [one, other] = await site.witnesses();
    expect([one?.status, other?.status]).toEqual(["failing", "failing"]);
    expect(one?.failure).toMatch(/^the request failed: /);
    const { not_ready, details } = await site.ready();
    expect(not_ready).not.toContain("witnesses");
    expect(details).toHaveLength(3);
    expect(details[0]).toMatch(/^witness near\.example\/witness cannot be reached; last success: \d{4}-\S+$/);
    // Its state is in the file, and so is its key.
    near = await startOne("near", `127.0.0.1:${port}`);
    await site.runMinuteJobs();
    expect((await site.kept()).at(-1)?.size).toBe(3);
    expect(cosignedAt(await site.checkpoint(), near.vkey)).not.toBeNull();
    expect((await site.witnesses()).map(({ status }) => status)).toEqual(["well", "failing"]);
  });

  it("handle jobs that run at the same time", async () => {
    await Promise.all(Array.from({ length: 4 }, () => site.runMinuteJobs()));
    await site.addTrader("petrel");
    await Promise.all([site.runMinuteJobs(), site.addTrader("shearwater"), site.runMinuteJobs()]);
    await site.runMinuteJobs();
    expect((await site.kept()).at(-1)?.size).toBe(5);
    expect((await site.witnesses()).map(({ status }) => status)).toEqual(["well", "failing"]);
    expect(site.logs().filter((line) => line.includes("scheduled_job_failed"))).toEqual([]);
  });
});

it(
  "a log that was cut off and signed again is rejected by its witness, even after it has grown, with both checkpoints",
  { timeout: 60_000 },
  async () => {
    const witness = await startOne("rewritten");
    const site = await startWitnessedSite({ WITNESSES: witness.line });
    for (const handle of ["tern", "gannet", "fulmar", "petrel"]) await site.addTrader(handle);
    await site.runMinuteJobs();
    const sizeAndRoot = (note = "") => note.split("\n").slice(1, 3);
    const before = sizeAndRoot(await site.checkpoint());
    expect(await site.witnesses()).toMatchObject([{ status: "well" }]);
    /** All that tells of before goes; entries are hashed anew, and the tiles are made of them by the site's own job. */
    const rewrite = async (...changes: string[]) => {
      await pastTriggers(site.db, ...changes, "DELETE FROM log_tiles", "DELETE FROM log_checkpoints");
      // One for the tiles, and one for the witness.
      await site.runMinuteJobs();
      await site.runMinuteJobs();
      const [seen] = await site.witnesses();
      expect([seen?.status, sizeAndRoot(seen?.seen_note ?? "")]).toEqual(["objecting", before]);
      return { now: sizeAndRoot(await site.checkpoint()), objection: seen?.objection };
    };

    const cut = await rewrite("DELETE FROM ledger WHERE seq > 2");
    expect(cut.objection).toBe("It has cosigned 4 entries; the log has 2.");
    const { not_ready, details } = await site.ready();
    expect(not_ready).toContain("witnesses");
    for (const [size, root] of [before, cut.now]) expect(details[0]).toContain(`size ${size}, root ${root}`);

    const COPIED =
      "at, clock_at, kind, signal_id, payload, prev_hash, lower(hex(randomblob(32))) FROM ledger";
    const grown = await rewrite(
      `INSERT INTO ledger SELECT seq + 2, ${COPIED}`,
      `INSERT INTO ledger SELECT 5, ${COPIED} WHERE seq = 4`,
    );
    expect(grown.now[0]).toBe("5");
    expect(grown.objection).toContain("does not follow from");
    const { forks } = JSON.parse(readFileSync(stateFile("rewritten"), "utf8"));
    expect(forks).toHaveLength(1);
    expect([forks[0].seen_note, forks[0].refused_note].map(sizeAndRoot)).toEqual([before, grown.now]);
    await Promise.all([site.close(), witness.stop()]);
  },
);
