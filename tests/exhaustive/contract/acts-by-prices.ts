/** A record with every way in which prices come to bear on it. */
import { createHash } from "node:crypto";
import type { D1Database } from "@cloudflare/workers-types";
import { drizzle } from "drizzle-orm/d1";
import type { Evidence, Quote, SourcePrices } from "#shared/contracts/prices.ts";
import { PRICE_GRACE_MS } from "#shared/limits/signals.ts";
import { type NewSignal, type Signal } from "#shared/contracts/signals.ts";
import type { Ending } from "#shared/record/ending.ts";
import {
  correctSignal,
  endByPrices,
  type PriceConfig,
  publishSignal,
  settleOverdue,
  settleSignal,
  voidSignal,
} from "#worker/api/signals/index.ts";
import { addTrader } from "#worker/api/traders/index.ts";

const MINUTE_MS = 60_000;
const ONE = "one.example/fx";
const TWO = "two.example:8443";

const configOf = (...addresses: readonly string[]): PriceConfig => ({
  sources: addresses.map((address) => ({ url: `https://${address}`, address })),
  maxQuoteAgeSeconds: 60,
  assets: [],
});

type Deps = Parameters<typeof publishSignal>[0];

/** Two traders on whom there is a verdict: whatever one wins by prices, the other loses. */
async function writeRuns(deps: Deps, clock: { ms: number }): Promise<void> {
  const directions = { "always-right": "up", "always-wrong": "down" } as const;
  for (const handle of Object.keys(directions)) await addTrader(deps, { handle, name: handle });
  for (let run = 0; run < 30; run += 1) {
    const [entryMs, expiryMs] = [clock.ms + 10_000, clock.ms + 30_000];
    const times = { entry_at: entryMs, expires_at: expiryMs };
    const said = { asset: "EUR/USD", payout: run % 2 === 0 ? 0.85 : 0.92, ...times };
    const published = [];
    for (const [trader, direction] of Object.entries(directions))
      published.push(
        await publishSignal({ ...deps, priceConfig: configOf(ONE) }, { ...said, trader, direction }),
      );
    const quote = (price: string, atMs: number): Quote => ({
      price,
      at: iso(atMs),
      sha256: hashOf(price, atMs),
    });
    const entry = quote("1.1", entryMs);
    const prices = [{ address: ONE, source: "One", entry, expiry: quote("1.2", expiryMs) }];
    clock.ms = expiryMs;
    const ends = published.map(({ published_seq, direction }): [number, Ending] => [
      published_seq,
      { cause: "prices", outcome: direction === "up" ? "won" : "lost", prices },
    ]);
    await endByPrices(deps, new Map(ends));
  }
}

/** By the verbs of the product, on a clock that begins at `startMs` and has moved by a little more than eight days at the end. */
export async function writeWhatPricesDecide(database: D1Database, startMs: number): Promise<void> {
  const clock = { ms: startMs };
  const deps = { db: drizzle(database), log: () => {}, announce: () => {}, now: () => clock.ms };
  await addTrader(deps, { handle: "priced", name: "Priced" });
  await writeRuns(deps, clock);
  // A quote as old as may be is from just after publication.
  const entryMs = clock.ms + MINUTE_MS + 1;
  const expiryMs = entryMs + 5 * MINUTE_MS;
  const evidence: Evidence = { price: "1.0852", at: iso(expiryMs), where: "=a chart, at home" };

  let assets = 0;
  const publish = (config: PriceConfig, changes: Partial<NewSignal> = {}): Promise<Signal> =>
    publishSignal(
      { ...deps, priceConfig: config },
      {
        trader: "priced",
        // Each its own, as one quote has one price.
        asset: `STOCK${(assets += 1)}`,
        direction: "up",
        entry_at: entryMs,
        expires_at: expiryMs,
        payout: 0.85,
        ...changes,
      },
    );
  const byOne = configOf(ONE);
  const byTwo = configOf(ONE, TWO);

  const quote = (price: string, atMs: number): Quote => ({
    price,
    at: iso(atMs),
    sha256: hashOf(price, atMs),
  });
  const prices = (entry: string, expiry: string, changes: Partial<SourcePrices> = {}): SourcePrices => ({
    address: ONE,
    source: "=One; two",
    // As old as may be, and of the very moment.
    entry: quote(entry, entryMs - MINUTE_MS),
    expiry: quote(expiry, expiryMs),
    ...changes,
  });
  const two = { address: TWO, source: "Two" };
  const gap = { entry: quote("1.1", entryMs - MINUTE_MS - 1) };

  const endings = new Map<number, Ending>();
  const ends = async (signal: Promise<Signal>, ending: Ending) => {
    endings.set((await signal).published_seq, ending);
  };
  const settles = (signal: Promise<Signal>, outcome: "won" | "lost" | "draw", ...said: SourcePrices[]) =>
    ends(signal, { cause: "prices", outcome, prices: said });
  const voids = (signal: Promise<Signal>, ...said: SourcePrices[]) =>
    ends(signal, { cause: "no_price", outcome: "void", prices: said });

  await settles(publish(byOne, { confidence: 70 }), "won", prices("1.1", "1.2"));
  await settles(publish(byOne, { direction: "down", stated_price: "1.10" }), "lost", prices("1.1", "1.2"));
  await settles(publish(byOne), "draw", prices("1.1", "1.100"));
  await settles(publish(byOne), "lost", prices("-37.63", "-37.64"));
  await settles(publish(byOne), "won", prices("123456789012.000000000001", "123456789012.000000000002"));
  // At one moment.
  const twice = { asset: "TWICE" };
  await settles(publish(byOne, twice), "won", prices("1.1", "1.2"));
  await settles(publish(byOne, { ...twice, direction: "down" }), "lost", prices("1.1", "1.2"));
  const late = { entry_at: clock.ms - MINUTE_MS };
  await settles(publish(byOne, late), "won", prices("1.1", "1.2", { entry: quote("1.1", late.entry_at) }));
  // On prices that had been made.
  const soon = { entry_at: startMs + MINUTE_MS / 2 };
  const made = { entry: quote("1.1", startMs) };
  await settles(publish(byOne, { ...soon, confidence: 80 }), "won", prices("", "1.2", made));
  await settles(publish(byOne, { ...soon, direction: "down" }), "lost", prices("", "1.2", made));
  await settles(
    publish(byTwo, soon),
    "won",
    prices("", "1.2", { entry: quote("1.1", startMs + 1) }),
    prices("", "1.2", { ...two, ...made }),
  );
  await settles(publish(byTwo), "won", prices("1.1", "1.2"), prices("2", "3", two));
  await settles(publish(byTwo), "draw", prices("1.1", "1.10"), prices("7", "7.0", two));
  await voids(publish(byOne), prices("", "1.2", gap));
  await voids(publish(byOne), prices("", "1.2", { entry: null }));
  await voids(
    publish(byOne),
    prices("1.1", "", {
      expiry: quote("1.2", expiryMs - MINUTE_MS - 1),
      later: quote("1.3", expiryMs + 1),
    }),
  );
  const both = { entry: null, expiry: null, later: quote("1.3", expiryMs + 1) };
  await voids(publish(byTwo), prices("", "", both), prices("1.1", "1.2", { ...two, ...gap }));

  const byHand = await publish(configOf());
  const corrected = await publish(configOf(), { stated_price: "-0.000000000001" });
  const withdrawn = await publish(byOne);
  const withdrawnLate = await publish(configOf());
  const unruled = await publish(configOf());
  const otc = await publish(byOne, { asset: "EURUSD_otc", stated_price: "1.1" });
  // No price comes for these two.
  await publish(byOne);
  await publish(byTwo, late);

  await voidSignal(deps, withdrawn.id, "By mistake");
  clock.ms = expiryMs;
  await endByPrices(deps, endings);
  await settleSignal(deps, byHand.id, "draw", { ...evidence, note: 'The source was "down"; -1' });
  await settleSignal(deps, corrected.id, "won", evidence);
  await correctSignal(deps, corrected.id, { from: "won", outcome: "lost", reason: "Misread" });
  await settleSignal(deps, unruled.id, "won", evidence);
  await settleSignal(deps, otc.id, "won", evidence);
  await voidSignal(deps, withdrawnLate.id, "No price");
  clock.ms = expiryMs + PRICE_GRACE_MS;
  await settleOverdue(deps);
}

function iso(atMs: number): string {
  return new Date(atMs).toISOString();
}

/** Of bytes that a source might have sent. */
function hashOf(price: string, atMs: number): string {
  return createHash("sha256")
    .update(`{"price":"${price}","at":"${iso(atMs)}"}`)
    .digest("hex");
}
