/** A published verdict is checked against the entries of all traders, not only the trader's own. */
import { beforeAll, describe, expect, it } from "vitest";
import * as v from "valibot";
import { Signal } from "#shared/contracts/signals.ts";
import type { TraderDetail } from "#shared/contracts/traders.ts";
import {
  compareSignal,
  compareSummary,
  compareTrader,
  findFault,
  signalOf,
  summaryOf,
  traderDetailOf,
} from "#shared/record/published-record.ts";
import { verifyChain } from "#shared/record/ledger-chain.ts";
import { createReplay, type Replay } from "#shared/record/replay.ts";
import {
  type Act,
  chained,
  corrected,
  instant,
  joined,
  published,
  settled,
  sha256,
  voided,
} from "#tests/support/chained.ts";
import { byPrices, GRACE_MINUTES, priced, quote, RISEN, RULE } from "#tests/support/priced-acts.ts";

const replay = createReplay();
let trader: TraderDetail;

/** Both have published under a price rule; north-light has won 24 signals by prices, one after another. */
beforeAll(async () => {
  const acts: Act[] = [joined("north-light"), joined("east-light"), pricedAt("east", 0, "east-light")];
  for (let signal = 0; signal < 24; signal += 1) {
    const minutes = (signal + 1) * 10;
    acts.push(pricedAt(`north-${signal}`, minutes, "north-light"), risenAt(`north-${signal}`, minutes));
  }
  for (const entry of await chained(acts)) expect(replay.add(entry)).toBeNull();
  const replayed = replay.state.traders.get("north-light");
  if (!replayed) throw new Error("There is no such trader");
  const shown = traderDetailOf(replayed, replay.state);
  trader = { ...shown, name: "North Light", witnessed: null, former_names: [] };
});

function pricedAt(id: string, minutes: number, handle: string): Act {
  const settle_by = instant(minutes + 6 + GRACE_MINUTES);
  return published(id, minutes, { trader: handle, price_rule: RULE, settle_by });
}

function risenAt(id: string, minutes: number): Act {
  const prices = { ...RISEN, entry: quote("1.1", minutes + 1), expiry: quote("1.2", minutes + 6) };
  return byPrices(id, "won", [prices], minutes + 8);
}

it("evidence, verdict and moments that follow from the entries match them", () => {
  expect(trader).toMatchObject({ verdict: "above", moments: 24, m: 20, mark: 400 });
  expect(trader.evidence).toBeGreaterThan(400);
  expect(compareTrader(trader)(replay.state)).toBeNull();
});

it.each([
  [{ verdict: "not_shown" }, "verdict"],
  [{ evidence: 1 }, "evidence"],
  [{ evidence_below: 1 }, "evidence_below"],
  [{ moments: 23 }, "moments"],
  [{ m: 21 }, "m"],
  [{ curve: [0, 1] }, "curve.1"],
  [{ last_results: ["lost"] }, "last_results.0"],
] as const)("%o is reported", (changes, place) => {
  const published = { ...trader, ...changes } as TraderDetail;
  const difference = { thing: "trader", name: "north-light", seq: 51, place };
  expect(compareTrader(published)(replay.state)).toMatchObject(difference);
});

it("a trader may be published without curve and last results, and with the entry up to which figures are", () => {
  const published = { ...trader, curve: [], last_results: [], as_of_seq: 3 };
  expect(compareTrader(published)(replay.state)).toBeNull();
});

it("evidence may differ by rounding, and by no more", () => {
  const placeOf = (factor: number) =>
    compareTrader({ ...trader, evidence: trader.evidence * factor })(replay.state)?.place ?? null;
  expect([placeOf(1 + 5e-10), placeOf(1 + 5e-9)]).toEqual([null, "evidence"]);
});

describe("fields about prices may be missing where nothing was settled by prices", () => {
  const mixed = createReplay();
  beforeAll(async () => {
    const publications = [joined("north-light"), priced("a"), published("b", 1)];
    const ends = [byPrices("a", "won"), settled("b", 8, "lost")];
    for (const entry of await chained([...publications, ...ends])) expect(mixed.add(entry)).toBeNull();
  });

  it.each<[id: string, changes: Partial<Signal>, place: string | null]>([
    ["a", {}, null],
    ["a", { settled_by: null }, "settled_by"],
    ["a", { prices: null }, "prices"],
    ["b", {}, null],
    ["b", { settled_by: null }, null],
    ["b", { settled_by: "prices" }, "settled_by"],
    ["b", { stated_price: "1.1" }, "stated_price"],
  ])("signal %s with %j differs at %s", (id, changes, place) => {
    const replayed = mixed.state.signals.get(id) ?? expect.fail();
    const trader = { handle: "north-light", name: "North Light" };
    const signal = v.parse(Signal, { ...signalOf(replayed), trader });
    expect(compareSignal({ ...signal, ...changes })(mixed.state)?.place ?? null).toBe(place);
  });

  it("what is in no entry is reported as a whole", () => {
    const { state } = createReplay();
    const replayed = mixed.state.signals.get("a") ?? expect.fail();
    const signal = v.parse(Signal, { ...signalOf(replayed), trader: { handle: "north-light", name: "" } });
    const absent = { place: "", seq: 0 };
    for (const settled_by of ["prices", null] as const)
      expect(compareSignal({ ...signal, settled_by })(state)).toMatchObject({
        thing: "signal",
        name: "a",
        ...absent,
      });
    expect(compareTrader(trader)(state)).toMatchObject({ thing: "trader", name: "north-light", ...absent });
    expect(compareSummary(summaryOf(mixed.state))(state)).toMatchObject({
      thing: "summary",
      name: "",
      seq: 0,
    });
  });

  it.each([
    [1, null],
    [0, "statistics.by_prices"],
    [null, "statistics.by_prices"],
  ])("a summary that counts %j by prices differs at %s", (by_prices, place) => {
    const summary = summaryOf(mixed.state);
    const statistics = { ...summary.statistics, by_prices };
    expect(compareSummary({ ...summary, statistics })(mixed.state)?.place ?? null).toBe(place);
  });

  it("a trader without a settlement needs no such count, and no former names", () => {
    const east = replay.state.traders.get("east-light") ?? expect.fail();
    const { statistics, ...unsettled } = traderDetailOf(east, replay.state);
    const silent = { ...unsettled, name: "East Light", witnessed: null };
    expect(
      compareTrader({ ...silent, statistics: { ...statistics, by_prices: null } })(replay.state),
    ).toBeNull();
  });
});

describe("signals and last results", () => {
  const { state, add } = createReplay();
  const results = () => traderDetailOf(state.traders.get("north-light") ?? expect.fail(), state).last_results;

  /** `north-light` wins and draws 12 times, then its signals end in each way. The second signal of `east-light` stays open. */
  beforeAll(async () => {
    const acts: Act[] = [joined("north-light"), joined("east-light")];
    let minutes = 0;
    const next = (
      id: string,
      end: (minutes: number) => Act,
      changes: Parameters<typeof published>[2] = {},
    ) => {
      acts.push(published(id, minutes, changes), end(minutes));
      minutes += 10;
    };
    const as = (id: string, outcome: "won" | "lost" | "draw") => (at: number) => settled(id, at + 7, outcome);
    const late = () => ({ entry_at: instant(minutes - 1), is_late: true });
    const otc = { asset: "EURUSD_otc", is_otc: true } as const;
    next("first", as("first", "won"));
    for (let draw = 0; draw < 12; draw += 1) next(`draw ${draw}`, as(`draw ${draw}`, "draw"));
    next("won", as("won", "won"));
    next("lost", as("lost", "lost"));
    next("late won", as("late won", "won"), late());
    next("late lost", as("late lost", "lost"), late());
    next("otc", as("otc", "lost"), otc);
    next("void", (at) => voided("void", at + 0.5));
    next("void from entry on", (at) => voided("void from entry on", at + 2));
    next("corrected", as("corrected", "won"));
    next("by another", as("by another", "lost"), { trader: "east-light" });
    acts.push(corrected("corrected", minutes, "draw"), published("open", minutes, { trader: "east-light" }));
    for (const entry of await chained(acts)) expect(add(entry)).toBeNull();
  });

  it("a trader's last results are the newest 20, as they count, in order of publication", () => {
    const draws = Array.from({ length: 12 }, () => "draw");
    const others = ["won", "lost", "uncounted", "lost", "uncounted", "void", "lost", "draw"];
    expect(results()).toEqual([...draws, ...others]);
  });

  it.each<[id: string, seq: number, expected: Partial<Signal>]>([
    [
      "open",
      48,
      { outcome: "open", settled_at: null, settled_seq: null, counts_as_lost: false, is_otc: false },
    ],
    ["lost", 32, { outcome: "lost", settled_seq: 32, counts_as_lost: false, is_otc: false }],
    ["otc", 38, { outcome: "lost", is_otc: true }],
    ["void", 40, { outcome: "void", counts_as_lost: false, void_reason: "no quotes" }],
    ["void from entry on", 42, { outcome: "void", counts_as_lost: true }],
    ["corrected", 47, { outcome: "draw", settled_seq: 44 }],
  ])("the signal %s is published as in the entries up to %i", (id, seq, expected) => {
    const replayed = state.signals.get(id) ?? expect.fail();
    const signal = v.parse(Signal, {
      ...signalOf(replayed),
      trader: { handle: replayed.payload.trader, name: "" },
    });
    expect(signal).toMatchObject(expected);
    const difference = { thing: "signal", name: id, seq, place: "payout", found: 0.9, expected: 0.85 };
    expect(compareSignal({ ...signal, payout: 0.9 })(state)).toEqual(difference);
  });
});

describe("what was read after the replay's head", () => {
  const acts = [joined("north-light"), published("a", 1), settled("a", 8, "lost")];
  /** After the publication, with the rest of the ledger to follow. */
  async function findFaultOf(shown: "open" | "lost" | "won", rest: readonly Act[] = acts.slice(2)) {
    const entries = await chained([...acts.slice(0, 2), ...rest]);
    const whole = createReplay();
    for (const entry of entries) whole.add(entry);
    const started = createReplay();
    for (const entry of entries.slice(0, 2)) started.add(entry);
    const from = shown === "open" ? started : whole;
    const replayed = from.state.signals.get("a") ?? expect.fail();
    const signal = v.parse(Signal, { ...signalOf(replayed), trader: { handle: "north-light", name: "" } });
    const published = shown === "won" ? { ...signal, outcome: shown } : signal;
    const follow = (replay: Replay) => verifyChain(entries.slice(2), { sha256, replay });
    return findFault([compareSignal(published)], started, follow);
  }

  it.each(["open", "lost"] as const)("may be from any moment since: %s", async (shown) => {
    expect(await findFaultOf(shown)).toBeNull();
  });

  it("is reported if it was never so", async () => {
    const discrepancy = { name: "a", place: "outcome", found: "won", expected: "lost", seq: 3 };
    expect(await findFaultOf("won")).toMatchObject({ kind: "differs", discrepancy });
  });

  it("is not compared with entries that do not hold", async () => {
    const fault = { kind: "broken", seq: 3, flaw: "not_yet_expired" };
    expect(await findFaultOf("won", [settled("a", 2, "won")])).toEqual(fault);
  });
});
