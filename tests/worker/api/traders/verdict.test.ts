/** Evidence is stored with each trader; verdicts and the ranking follow from that of all, in every response. */
import { env } from "cloudflare:workers";
import * as v from "valibot";
import { beforeAll, expect, it } from "vitest";
import { FollowList } from "#shared/contracts/profile.ts";
import { TraderPage } from "#shared/contracts/traders.ts";
import { marksOf } from "#shared/record/e-bh.ts";
import { pastTriggers } from "#tests/support/past-triggers.ts";
import { createMemberWorld, type SignedIn } from "#tests/worker/api/member-world.ts";
import {
  createRecord,
  pricedBy,
  pricesOf,
  publishAndSettle,
  signalBy,
} from "#tests/worker/api/signals/record.ts";
import { endByPrices, publishSignal } from "#worker/api/signals/index.ts";
import { addTrader, retireTrader, selectMarks, toMarks } from "#worker/api/traders/index.ts";

/** Wins and losses by prices, one after another at 0.85. */
const RECORDS = {
  short: [3, 0],
  /** Evidence of about 750. */
  "far-above": [24, 0],
  /** About 370: not enough alone, but as the second of two. */
  "next-above": [22, 0],
  "not-yet": [16, 0],
  "all-lost": [0, 24],
} as const;
/** Below those called above: thirty and more by the interval's lower end, then the others by the same. */
const RANKED = ["far-above", "next-above", "by-hand", "not-yet", "short", "all-lost"];

const record = createRecord();
const world = createMemberWorld({ db: record.deps.db });
let member: SignedIn;

async function settleByPrices(trader: string, isWon: boolean): Promise<void> {
  const priceConfig = pricedBy("prices.test");
  const signal = await publishSignal({ ...record.deps, priceConfig }, signalBy(trader, record));
  record.clock.ms = Date.parse(signal.expires_at);
  const prices = [pricesOf(signal, "1.2", isWon ? "1.3" : "1.1")];
  const outcome = isWon ? "won" : "lost";
  await endByPrices(record.deps, new Map([[signal.published_seq, { cause: "prices", outcome, prices }]]));
}

beforeAll(async () => {
  for (const [handle, [won, lost]] of Object.entries(RECORDS)) {
    await addTrader(record.deps, { handle, name: handle.toUpperCase() });
    for (let index = 0; index < won + lost; index += 1) await settleByPrices(handle, index < won);
  }
  await addTrader(record.deps, { handle: "by-hand", name: "BY-HAND" });
  for (let index = 0; index < 40; index += 1)
    await publishAndSettle(record, signalBy("by-hand", record), "won");
  member = await world.signInStaff();
}, 120_000);

it("list, follows and trader have the same verdict and evidence", async () => {
  const expected = new Map([
    ["far-above", "above"],
    ["next-above", "above"],
    ["not-yet", "not_shown"],
    ["short", "not_shown"],
    ["by-hand", "not_shown"],
    ["all-lost", "below"],
  ]);
  for (const handle of expected.keys()) await member.ask("PUT", `/api/profile/follows/${handle}/`);
  const follows = v.parse(FollowList, await (await member.ask("GET", "/api/profile/follows/")).json());
  const list = await page("");
  expect(list).toMatchObject({ m: 20, mark: 400 });
  for (const results of [list.results, follows.results])
    expect(new Map(results.map(({ handle, verdict }) => [handle, verdict]))).toEqual(expected);
  for (const { handle, verdict, evidence, evidence_below } of list.results) {
    expect(await record.traderOf(handle)).toMatchObject({
      verdict,
      evidence,
      evidence_below,
      m: 20,
      mark: 400,
    });
  }
  const evidence = new Map(list.results.map((trader) => [trader.handle, trader.evidence]));
  expect(evidence.get("by-hand")).toBeCloseTo(1, 9);
  expect(evidence.get("next-above")).toBeGreaterThan(200);
  expect(evidence.get("next-above")).toBeLessThan(400);
});

it("those called above lead the ranking, by evidence, whatever its pages and filters", async () => {
  for (const limit of [1, 2, 3, 25]) {
    expect(await handlesOf(`sort=-rank&limit=${limit}`)).toEqual(RANKED);
    expect(await handlesOf(`sort=rank&limit=${limit}`)).toEqual(RANKED.toReversed());
  }
  expect(await handlesOf("trader=above")).toEqual(["far-above", "next-above"]);
  expect(await handlesOf("min_decided=23")).toEqual(["far-above", "by-hand", "all-lost"]);
});

it("the database finds the same marks as e-BH over all traders", async () => {
  const random = (() => {
    let state = 7;
    return () => (state = (state * 48271) % 2147483647) / 2147483647;
  })();
  for (let run = 0; run < 15; run += 1) {
    const rows = RANKED.map((_, index) => ({
      id: index + 1,
      evidence: 20 / random() ** 2,
      evidence_below: 100 * random(),
    }));
    await pastTriggers(
      env.DB,
      ...rows.map(
        ({ id, evidence, evidence_below }) =>
          `UPDATE traders SET evidence = ${evidence}, evidence_below = ${evidence_below} WHERE id = ${id}`,
      ),
    );
    const { m, leastAbove, leastBelow } = toMarks(await selectMarks(record.deps.db));
    const expected = marksOf(5, rows);
    expect([m, leastAbove, leastBelow]).toEqual([
      expected.m,
      Math.min(expected.leastAbove, 1e300),
      Math.min(expected.leastBelow, 1e300),
    ]);
  }
});

it("every handle that published under a price rule raises the mark, given up or not", async () => {
  for (let index = 0; index < 16; index += 1) {
    const handle = `given-up-${index}`;
    await addTrader(record.deps, { handle, name: handle });
    await settleByPrices(handle, false);
    await retireTrader(record.deps, handle);
  }
  expect(await page("")).toMatchObject({ m: 21, mark: 420 });
});

const page = (query: string) => record.read(TraderPage, `/api/traders/?${query}`);

async function handlesOf(query: string): Promise<string[]> {
  return (await record.readAll(TraderPage, `/api/traders/?${query}`)).map(({ handle }) => handle);
}
