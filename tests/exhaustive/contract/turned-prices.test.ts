/** An operator changes outcomes that followed from prices and recomputes all later hashes: every verifier names the entry. */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LedgerEntry } from "#shared/contracts/ledger.ts";
import { verifyChain } from "#shared/ledger-chain.ts";
import { createReplay } from "#shared/replay.ts";
import type { SourcePrices } from "#shared/contracts/prices.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { sha256 } from "#worker/local/fault-words.ts";
import { verify } from "#tests/support/verify.ts";
import { writeWhatPricesDecide } from "./acts-by-prices.ts";
import { canonical } from "./outside/entries.ts";
import { rebuild } from "./outside/replay.ts";

type EntryOf<Kind extends LedgerEntry["kind"]> = Extract<LedgerEntry, { kind: Kind }>;
type ByPrices = Extract<EntryOf<"settled">["payload"], { cause: "prices" }>;

const DAY_MS = 24 * 60 * 60 * 1000;

/** As `npm run verify` says it. */
const WORDS = {
  outcome_not_by_prices: "its outcome does not follow from its prices",
  evidence_missing: "prices decide its signal, and it was settled by hand without evidence",
  prices_stand: "it corrects what followed from prices",
};

const folder = mkdtempSync(join(tmpdir(), "prices-"));
const file = join(folder, "ledger.ndjson");
let site: Site;
let entries: LedgerEntry[];

beforeAll(async () => {
  site = await startSite();
  await writeWhatPricesDecide(site.db, Date.now() - 9 * DAY_MS);
  const text = await (await fetch(`${site.url}/api/ledger/export.ndjson`)).text();
  entries = text
    .trimEnd()
    .split("\n")
    .map((line) => v.parse(LedgerEntry, JSON.parse(line)));
}, 60_000);

afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true });
});

it("the unchanged ledger passes every verifier", async () => {
  expect(() => rebuild(entries)).not.toThrow();
  await site.runMinuteJobs();
  expect(await verify(site.url)).toMatchObject({
    code: 0,
    output: expect.stringContaining("follows from them: the summary, 1 traders, 20 signals."),
  });
});

it.each(["won", "lost", "draw"] as const)(
  "verifiers name each signal settled by prices as %s whose outcome was changed",
  async (outcome) => {
    const decided = entriesByPrices((payload) => payload.outcome === outcome);
    expect(decided.length).toBeGreaterThan(1);
    const turned = outcome === "lost" ? "draw" : "lost";
    for (const { entry, payload } of decided) await expectNamed(entry, { ...payload, outcome: turned });
  },
  60_000,
);

it("verifiers name each signal that was void for a gap and was changed to a win", async () => {
  const gaps = entries.flatMap((entry) =>
    entry.kind === "voided" && "prices" in entry.payload && entry.payload.prices
      ? [{ entry, prices: entry.payload.prices }]
      : [],
  );
  expect(gaps).toHaveLength(4);
  for (const { entry, prices } of gaps) await expectNamed(entry, { outcome: "won", cause: "prices", prices });
});

it.each<[what: string, of: (payload: ByPrices) => boolean, change: (prices: SourcePrices) => object]>([
  [
    "the last of twelve decimals",
    ({ prices }) => prices[0]?.expiry?.price.endsWith("000002") === true,
    ({ expiry }) => ({ expiry: expiry && { ...expiry, price: expiry.price.replace(/2$/, "1") } }),
  ],
  [
    "the time of a quote by a millisecond",
    ({ prices }) => prices[0]?.entry?.price === "1.1",
    ({ entry }) => ({
      entry: entry && { ...entry, at: new Date(Date.parse(entry.at) - 1).toISOString() },
    }),
  ],
  ["whose quotes they are", () => true, () => ({ address: "other.example" })],
  [
    "a price by one of two sources",
    ({ prices }) => prices.length === 2,
    ({ address, expiry }) => (address.startsWith("two") ? { expiry: { ...expiry, price: "0" } } : {}),
  ],
])("verifiers name the entry in which %s was changed", async (_what, isChosen, change) => {
  const [first] = entriesByPrices(isChosen);
  if (!first) throw new Error("no such entry");
  const prices = first.payload.prices.map((ofSource) => Object.assign({}, ofSource, change(ofSource)));
  await expectNamed(first.entry, { ...first.payload, prices });
});

it("verifiers name the outcome that no longer follows after its signal was changed", async () => {
  const [first] = entriesByPrices(({ outcome }) => outcome === "won");
  const published = entries.find(
    ({ kind, signal_id }) => kind === "published" && signal_id === first?.entry.signal_id,
  );
  if (!first || published?.kind !== "published") throw new Error("no such entry");
  const { payload } = published;
  const changes: Partial<EntryOf<"published">["payload"]>[] = [
    { direction: "down" },
    { price_rule: { sources: ["one.example/fx"], max_quote_age_s: 59, equal: "draw", no_price: "void" } },
    { price_rule: { sources: ["other.example"], max_quote_age_s: 60, equal: "draw", no_price: "void" } },
  ];
  for (const change of changes) {
    const changed = rechained({ ...published, payload: { ...payload, ...change } });
    await expectBroken(changed, first.entry.seq, "outcome_not_by_prices");
  }
});

it("verifiers name a settlement by hand without evidence, and a correction of an outcome by prices", async () => {
  const byHand = entries.find(
    ({ kind, payload }) => kind === "settled" && "evidence" in payload && "note" in (payload.evidence ?? {}),
  );
  if (byHand?.kind !== "settled") throw new Error("nobody has settled by hand");
  await expectNamed(byHand, { outcome: "won", cause: "result" }, "evidence_missing");
  const correction = entries.find(
    ({ kind, payload }) => kind === "settled" && "cause" in payload && payload.cause === "correction",
  );
  const [won] = entriesByPrices(({ outcome }) => outcome === "won");
  if (correction?.kind !== "settled" || !won) throw new Error("nothing is corrected");
  await expectNamed({ ...correction, signal_id: won.entry.signal_id }, correction.payload, "prices_stand");
});

function entriesByPrices(isChosen: (payload: ByPrices) => boolean) {
  return entries.flatMap((entry) => {
    if (entry.kind !== "settled" || entry.payload.cause !== "prices") return [];
    const { payload } = entry;
    return isChosen(payload) ? [{ entry, payload }] : [];
  });
}

/** The outside verifier, the browser's replay and the command name the entry that is turned into this settlement. */
async function expectNamed(
  entry: EntryOf<"settled" | "voided">,
  payload: EntryOf<"settled">["payload"],
  flaw: keyof typeof WORDS = "outcome_not_by_prices",
): Promise<void> {
  await expectBroken(rechained({ ...entry, kind: "settled", payload }), entry.seq, flaw);
}

async function expectBroken(turned: readonly LedgerEntry[], seq: number, flaw: keyof typeof WORDS) {
  expect(() => rebuild(turned)).toThrow(`entry ${seq} (settled)`);
  expect(await verifyChain(turned, { sha256 })).toMatchObject({ holds: true });
  expect(await verifyChain(turned, { sha256, replay: createReplay() })).toEqual({ holds: false, seq, flaw });
  writeFileSync(file, turned.map((entry) => `${canonical(entry)}\n`).join(""));
  expect(await verify(file)).toEqual({
    code: 1,
    output: expect.stringContaining(`Entry ${seq} of the ledger does not hold: ${WORDS[flaw]}.`),
  });
}

/** With one entry changed, and all hashes as if it had always been so. */
function rechained(changed: LedgerEntry): LedgerEntry[] {
  let prev_hash = "0".repeat(64);
  return entries.map((entry) => {
    const { hash: _old, ...rest } = entry.seq === changed.seq ? changed : entry;
    const unhashed = { ...rest, prev_hash };
    prev_hash = createHash("sha256").update(canonical(unhashed)).digest("hex");
    return Object.assign(unhashed, { hash: prev_hash });
  });
}
