import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import * as v from "valibot";
import { FollowList, MAX_FOLLOWS } from "#shared/contracts/profile.ts";
import { SignalPage } from "#shared/contracts/signals.ts";
import { followTrader, selectFeed } from "#worker/api/profile/follows.ts";
import { publishSignal } from "#worker/api/signals/index.ts";
import { addTrader, retireTrader } from "#worker/api/traders/index.ts";
import { createMemberWorld, NOT_FOUND, refusalOf, type SignedIn } from "../member-world.ts";
import { planOf } from "../plan-of.ts";
import { addSomeTrader, createRecord, publishAndSettle, signalBy } from "../signals/record.ts";

const FOLLOWS = "/api/profile/follows/";

async function followsOf({ ask }: SignedIn) {
  return v.parse(FollowList, await (await ask("GET", FOLLOWS)).json()).results;
}

async function feedOf({ ask }: SignedIn, query = "") {
  return v.parse(SignalPage, await (await ask("GET", `/api/profile/feed/${query}`)).json());
}

describe("following a trader", () => {
  it("can be repeated without effect, and undone", async () => {
    const handle = await addSomeTrader(createRecord());
    const member = await createMemberWorld().signInMember();
    for (let time = 0; time < 2; time += 1) {
      const answer = await member.ask("PUT", `${FOLLOWS}${handle}/`);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({ handle, is_followed: true });
    }
    const [followed, ...others] = await followsOf(member);
    expect(others).toEqual([]);
    expect(followed).toMatchObject({ handle, retired_at: null, statistics: { settled: 0 } });
    for (let time = 0; time < 2; time += 1) {
      const answer = await member.ask("DELETE", `${FOLLOWS}${handle}/`);
      expect(await answer.json()).toEqual({ handle, is_followed: false });
    }
    expect(await followsOf(member)).toEqual([]);
  });

  it("concerns one member only, and the list has the newest first", async () => {
    const record = createRecord();
    const [a, b, c] = [await addSomeTrader(record), await addSomeTrader(record), await addSomeTrader(record)];
    const world = createMemberWorld();
    const [one, other] = [await world.signInMember(), await world.signInMember()];
    for (const handle of [b, a, c]) {
      for (const { ask } of [one, other]) await ask("PUT", `${FOLLOWS}${handle}/`);
      world.pass(1);
    }
    await other.ask("DELETE", `${FOLLOWS}${a}/`);
    expect((await followsOf(one)).map(({ handle }) => handle)).toEqual([c, a, b]);
    expect((await followsOf(other)).map(({ handle }) => handle)).toEqual([c, b]);
  });

  it("is refused after the trader has retired, but existing followers remain and can stop", async () => {
    const record = createRecord();
    const handle = await addSomeTrader(record);
    const world = createMemberWorld();
    const [follower, newcomer] = [await world.signInMember(), await world.signInMember()];
    await follower.ask("PUT", `${FOLLOWS}${handle}/`);
    await retireTrader(record.deps, handle);
    const refusal = { status: 409, code: "trader_retired" };
    expect(await refusalOf(await newcomer.ask("PUT", `${FOLLOWS}${handle}/`))).toEqual(refusal);
    expect(await followsOf(newcomer)).toEqual([]);

    expect((await follower.ask("PUT", `${FOLLOWS}${handle}/`)).status).toBe(200);
    expect((await followsOf(follower))[0]?.retired_at).not.toBeNull();
    expect((await follower.ask("DELETE", `${FOLLOWS}${handle}/`)).status).toBe(200);
    expect(await followsOf(follower)).toEqual([]);
    expect(await refusalOf(await follower.ask("PUT", `${FOLLOWS}${handle}/`))).toEqual(refusal);
  });

  it.each([
    ["PUT", "no-such-trader"],
    ["PUT", "NOT%20A%20HANDLE"],
    ["DELETE", "NOT%20A%20HANDLE"],
  ])("answers 404 to %s of %s", async (method, handle) => {
    const { ask } = await createMemberWorld().signInMember();
    expect(await refusalOf(await ask(method, `${FOLLOWS}${handle}/`))).toEqual(NOT_FOUND);
  });

  it("does nothing if the account has been deleted meanwhile", async () => {
    const handle = await addSomeTrader(createRecord());
    const { deps } = createMemberWorld();
    expect(await followTrader(deps, crypto.randomUUID(), handle)).toBe("not_found");
  });

  it(`is limited to ${MAX_FOLLOWS} traders`, async () => {
    const record = createRecord();
    const member = await createMemberWorld().signInMember();
    const [last, handle] = [await addSomeTrader(record), await addSomeTrader(record)];
    for (let filler = 1; filler < MAX_FOLLOWS; filler += 1) {
      const name = `filler-${filler}`;
      await addTrader(record.deps, { handle: name, name });
    }
    await env.DB.prepare("INSERT INTO follows SELECT ?1, id, 0, 0 FROM traders WHERE handle LIKE 'filler-%'")
      .bind(member.account.id)
      .run();
    expect((await member.ask("PUT", `${FOLLOWS}${last}/`)).status).toBe(200);
    expect(await refusalOf(await member.ask("PUT", `${FOLLOWS}${handle}/`))).toEqual({
      status: 409,
      code: "too_many_follows",
    });
    expect((await member.ask("PUT", `${FOLLOWS}filler-1/`)).status).toBe(200);
  });
});

describe("a member's feed", () => {
  it("contains only signals of followed traders, newest first, page by page", async () => {
    const record = createRecord();
    const first = await addSomeTrader(record);
    const second = await addSomeTrader(record);
    const other = await addSomeTrader(record);
    const ids: string[] = [];
    let seq = 0;
    for (const trader of [first, other, second, first, second, other, first]) {
      const signal = await publishSignal(record.deps, signalBy(trader, record));
      seq = signal.published_seq;
      if (trader !== other) ids.unshift(signal.id);
    }
    const member = await createMemberWorld().signInMember();
    expect(await feedOf(member)).toEqual({ results: [], next: null, as_of_seq: expect.any(Number) });
    for (const handle of [first, second]) await member.ask("PUT", `${FOLLOWS}${handle}/`);

    const page = await feedOf(member, "?limit=2");
    expect(page.as_of_seq).toBe(seq);
    const rest = await feedOf(member, `?limit=10&cursor=${page.next}`);
    expect(page.results.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(rest.results.map(({ id }) => id)).toEqual(ids.slice(2));
    expect(rest.next).toBeNull();
    expect((await feedOf(member, "?limit=1")).results.map(({ id }) => id)).toEqual(ids.slice(0, 1));
    expect(await feedOf(member, `?limit=${ids.length}`)).toMatchObject({ next: null });
    const somebodyElse = await createMemberWorld().signInMember();
    expect((await feedOf(somebodyElse)).results).toEqual([]);
  });

  it("has only the open ones if asked, read through their index", async () => {
    const record = createRecord();
    const handle = await addSomeTrader(record);
    const open = await publishSignal(record.deps, signalBy(handle, record));
    await publishAndSettle(record, signalBy(handle, record), "won");
    const member = await createMemberWorld().signInMember();
    await member.ask("PUT", `${FOLLOWS}${handle}/`);
    expect((await feedOf(member)).results).toHaveLength(2);
    const { results, next } = await feedOf(member, "?outcome=open");
    expect([results.map(({ id }) => id), next]).toEqual([[open.id], null]);

    const query = { outcome: "open", limit: 9 } as const;
    const steps = (await planOf(selectFeed(record.deps.db, member.account.id, query))).join("\n");
    expect(steps).toContain(
      "SEARCH own USING COVERING INDEX signals_by_trader_outcome (trader_id=? AND outcome=? AND rowid<?)",
    );
  });
});
