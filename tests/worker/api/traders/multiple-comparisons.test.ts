/** Verdicts on traders are corrected for multiple comparisons, in every response. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import * as v from "valibot";
import { beforeAll, expect, it } from "vitest";
import { FollowList } from "#shared/contracts/profile.ts";
import { Summary, TraderDetail, TraderPage } from "#shared/contracts/traders.ts";
import { Z_95 } from "#shared/statistics.ts";
import { createMemberWorld, type SignedIn } from "#tests/worker/api/member-world.ts";
import { createRecord, publishAndSettle, signalBy } from "#tests/worker/api/signals/record.ts";
import { addTrader } from "#worker/api/traders/index.ts";
import { traders } from "#worker/api/traders/tables.ts";

/** Wins and losses, at 0.85: the edges are 4.44, 3.09 and 2.38, and below 1.96 for the rest. */
const RECORDS = {
  "far-above": [32, 3],
  "next-above": [26, 6],
  "just-above": [24, 8],
  "at-a-half": [16, 16],
  "all-lost": [0, 31],
  "short-and-lucky": [12, 0],
} as const;
const RANKED = ["far-above", "next-above", "just-above", "at-a-half", "all-lost"];

const record = createRecord();
const world = createMemberWorld({ db: record.deps.db });
let member: SignedIn;

beforeAll(async () => {
  for (const [handle, [won, lost]] of Object.entries(RECORDS)) {
    await addTrader(record.deps, { handle, name: handle.toUpperCase() });
    for (let index = 0; index < won + lost; index += 1)
      await publishAndSettle(record, signalBy(handle, record), index < won ? "won" : "lost");
  }
  member = await world.signInStaff();
}, 120_000);

it("the edge of each trader is stored, and a short record ranks after all long ones", async () => {
  const edges = await record.deps.db.select({ handle: traders.handle, edge: traders.edge_z }).from(traders);
  const above = edges.filter(({ edge }) => edge !== null && edge > Z_95).map(({ handle }) => handle);
  expect(above).toEqual(RANKED.slice(0, 3));
  expect((await page("")).results.map(({ handle }) => handle)).toEqual([...RANKED, "short-and-lucky"]);
  expect((await page("sort=-win_rate")).results[0]?.handle).toBe("short-and-lucky");
});

it('list, follows and trader have the verdict "above" only for traders that pass Holm’s method', async () => {
  const expected = new Map([
    // 0.025 / 5 is passed from 2.58 on, 0.025 / 4 from 2.50, 0.025 / 3 from 2.39.
    ["far-above", ["above", false]],
    ["next-above", ["above", false]],
    ["just-above", ["not_distinguishable", true]],
    ["at-a-half", ["not_distinguishable", false]],
    ["all-lost", ["below", false]],
    ["short-and-lucky", ["none", false]],
  ]);
  const list = await page("");
  expect(list.looked_at).toBe(5);
  for (const handle of expected.keys()) await member.ask("PUT", `/api/profile/follows/${handle}/`);
  const follows = v.parse(FollowList, await (await member.ask("GET", "/api/profile/follows/")).json());
  for (const results of [list.results, follows.results])
    expect(new Map(results.map((trader) => [trader.handle, said(trader)]))).toEqual(expected);
  for (const [handle, verdict] of expected) {
    const trader = v.parse(TraderDetail, await (await record.ask(`/api/traders/${handle}/`)).json());
    expect([trader.handle, said(trader), trader.looked_at]).toEqual([handle, verdict, 5]);
  }
});

it("the verdict on the whole record is that of a single comparison", async () => {
  const { statistics } = v.parse(Summary, await (await record.ask("/api/summary/")).json());
  expect(statistics).toMatchObject({ won: 110, lost: 64, verdict: "above", above_alone: false });
});

it("of the other traders, only those above in a single comparison are read", async () => {
  const { meta } = await env.DB.prepare(
    `SELECT edge_z FROM traders WHERE edge_z > ${Z_95} ORDER BY edge_z DESC`,
  ).all();
  // And one more, to see that it is not above.
  expect(meta.rows_read).toBe(3 + 1);
});

it("a new trader has no edge and the lowest rank at once", async () => {
  await addTrader(record.deps, { handle: "newcomer", name: "Newcomer" });
  const [row] = await record.deps.db.select().from(traders).where(eq(traders.handle, "newcomer"));
  expect(row).toMatchObject({ rank_low: -1, edge_z: null });
  expect(await page("sort=rank&limit=1")).toMatchObject({ results: [{ handle: "newcomer" }], looked_at: 5 });
});

function said({ statistics }: TraderPage["results"][number]) {
  return [statistics.verdict, statistics.above_alone];
}

async function page(query: string): Promise<TraderPage> {
  return v.parse(TraderPage, await (await record.ask(`/api/traders/?${query}`)).json());
}
