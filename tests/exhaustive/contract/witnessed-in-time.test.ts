/**
 * An outside witness shows which signals were in the log before their entry time, and when nothing was added: an operator who adds a
 * backdated win to the database is detected, although chain, rules and figures are valid.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/d1";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SignalDetail } from "#shared/contracts/signals.ts";
import { TraderDetail } from "#shared/contracts/traders.ts";
import { callApi, signInByApi } from "#tests/support/api-client.ts";
import { pastTriggers } from "#tests/support/past-triggers.ts";
import { addTrader, publish } from "#tests/support/record-writer.ts";
import { logKeyOf, type Site, STAFF_ID, STAFF_PASSCODE, startSite } from "#tests/support/site.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { verify } from "#tests/support/verify.ts";
import { startWitness, type WitnessProcess } from "#tests/support/witness-process.ts";
import { publishSignal, settleSignal } from "#worker/api/signals/index.ts";
import { addTrader as joinTrader } from "#worker/api/traders/index.ts";
import { EVIDENCE } from "#tests/support/chained.ts";

const MINUTE_MS = 60_000;
const folder = temporaryFolder();

describe("with a witness", { timeout: 60_000 }, () => {
  let witness: WitnessProcess;
  let site: Site;
  let trader = "";
  let signalId = "";

  beforeAll(async () => {
    const log = await logKeyOf("tidemark.example/log");
    const state = join(folder, "state.json");
    witness = await startWitness("--log", log, "--state", state, "--listen", "127.0.0.1:0");
    site = await startSite({ vars: { SITE_ORIGIN: "https://tidemark.example", WITNESSES: witness.line } });
  });
  afterAll(async () => {
    await site.close();
    await witness.stop();
  });

  async function read<Contract extends v.GenericSchema>(contract: Contract, path: string) {
    const answer = await fetch(site.url + path);
    expect(answer.status).toBe(200);
    return v.parse(contract, await answer.json());
  }
  const signal = (id: string) => read(SignalDetail, `/api/signals/${id}/`);
  const untilSeen = async (id: string) => {
    await site.runMinuteJobs();
    await expect.poll(async () => (await signal(id)).witnessed_at).not.toBeNull();
  };

  it("a signal published before its entry time is witnessed in time, and anyone can recompute that", async () => {
    const staff = await signInByApi(site.url, STAFF_ID, STAFF_PASSCODE);
    trader = await addTrader(site.url, staff);
    signalId = (await publish(site.url, staff, trader))?.id ?? "";
    await untilSeen(signalId);
    const { witnessed_at, entry_at } = await signal(signalId);
    expect(Date.parse(witnessed_at ?? "")).toBeLessThan(Date.parse(entry_at));
    expect(await read(TraderDetail, `/api/traders/${trader}/`)).toMatchObject({
      witnessed: { in_time: 1, published: 1 },
    });
    const own = await verify(site.url);
    expect(own).toMatchObject({ code: 0 });
    expect(own.output).toContain("cosigned by the witnesses that the site itself names");
    expect(own.output).toContain("1 of 1 signals were witnessed in time");
    const given = await verify(site.url, "--witness", witness.vkey);
    expect(given).toMatchObject({ code: 0 });
    expect(given.output).toContain("cosigned by the witnesses that you gave. By these, 1 of 1 signals");
  });

  it("the operator cannot claim more signals to have been seen in time", async () => {
    await pastTriggers(site.db, "UPDATE witnessed_traders SET in_time = in_time + 1");
    expect(await verify(site.url)).toMatchObject({
      code: 1,
      output: expect.stringContaining(
        `The site says that 2 signals of ${trader} were witnessed in time; by its checkpoints: 1.`,
      ),
    });
  });

  it("entries that the log got later, as after a repair, are not reported as backdated", async () => {
    const args = ["--log", await logKeyOf("older.example/log"), "--state", join(folder, "older.json")];
    const own = await startWitness(...args, "--listen", "127.0.0.1:0");
    const older = await startSite({ vars: { SITE_ORIGIN: "https://older.example", WITNESSES: own.line } });
    const now = () => Date.now() - 6 * MINUTE_MS;
    const deps = { db: drizzle(older.db), log: () => {}, announce: () => {}, now };
    await joinTrader(deps, { handle: "godwit", name: "Godwit" });
    await pastTriggers(older.db, "DELETE FROM log_tiles");
    await older.runMinuteJobs();
    await older.runMinuteJobs();
    const { results } = await (await fetch(`${older.url}/api/log/checkpoints/`)).json();
    expect(results).toMatchObject([{ size: 1 }]);
    expect(await verify(older.url)).toMatchObject({ code: 0 });
    await older.close();
    await own.stop();
  });

  it("a win backdated by four minutes is reported as late, and its entry is named", async () => {
    const args = ["--log", await logKeyOf("quiet.example/log"), "--state", join(folder, "quiet.json")];
    const own = await startWitness(...args, "--listen", "127.0.0.1:0");
    const quiet = await startSite({ vars: { SITE_ORIGIN: "https://quiet.example", WITNESSES: own.line } });
    const { id, seq } = await backdatedWin(quiet);
    const answer = await fetch(`${quiet.url}/api/signals/${id}/`);
    const seen = v.parse(SignalDetail, await answer.json());
    expect(seen).toMatchObject({ outcome: "won", is_late: false });
    expect(Date.parse(seen.witnessed_at ?? "")).toBeGreaterThan(Date.parse(seen.entry_at));
    const { code, output } = await verify(quiet.url);
    expect([code, output]).toEqual([
      1,
      expect.stringContaining(`Ledger line ${seq} says that it was written at `),
    ]);
    expect(output).toContain("the log did not have it");
    await quiet.close();
    await own.stop();
  });
});

it(
  "without a witness only a reader who had seen the record before finds the same backdated win",
  { timeout: 60_000 },
  async () => {
    const site = await startSite();
    const state = join(folder, "seen-before.json");
    const { id, seq } = await backdatedWin(site, async () => {
      expect(await verify(site.url, "--state", state)).toMatchObject({ code: 0 });
    });
    const { code, output } = await verify(site.url);
    expect([code, output]).toEqual([0, expect.stringContaining("The ledger holds: 3 lines")]);
    const kept = readFileSync(state, "utf8");
    const again = await verify(site.url, "--state", state);
    expect([again.code, again.output]).toEqual([
      1,
      expect.stringContaining(`Ledger line ${seq} says that it was written at `),
    ]);
    expect(again.output).toContain("the ledger did not have it: it was inserted later.");
    expect(readFileSync(state, "utf8")).toBe(kept);
    const answer = await callApi(site.url, "", "GET", `/api/signals/${id}/`);
    expect(await answer.json()).toMatchObject({ witnessed_at: null });
    await site.close();
  },
);

/** On a log whose last entry is six minutes old, and is seen now: a win of four minutes ago, written with its outcome known. */
async function backdatedWin(
  site: Site,
  look = async () => {},
): Promise<{ readonly id: string; readonly seq: number }> {
  const clock = { ms: Date.now() - 6 * MINUTE_MS };
  const deps = { db: drizzle(site.db), log: () => {}, announce: () => {}, now: () => clock.ms };
  await joinTrader(deps, { handle: "godwit", name: "Godwit" });
  await site.runMinuteJobs();
  await look();
  clock.ms = Date.now() - 4 * MINUTE_MS;
  const entryMs = clock.ms + 30_000;
  const { id, published_seq } = await publishSignal(deps, {
    trader: "godwit",
    asset: "EUR/USD",
    direction: "up",
    entry_at: entryMs,
    expires_at: entryMs + MINUTE_MS,
    payout: 0.85,
  });
  clock.ms = entryMs + MINUTE_MS;
  await settleSignal(deps, id, "won", EVIDENCE);
  await site.runMinuteJobs();
  return { id, seq: published_seq };
}
