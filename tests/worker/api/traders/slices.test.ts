import * as v from "valibot";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { LedgerEntry } from "#shared/contracts/ledger.ts";
import type { NewSignalInput } from "#shared/contracts/signals.ts";
import { SLICE_KINDS, type Slice, TraderSlices } from "#shared/contracts/slices.ts";
import { createReplay, type ReplayedSignal } from "#shared/record/replay.ts";
import { createRecord, MINUTE_MS, publishAndSettle, signalBy } from "#tests/worker/api/signals/record.ts";
import { correctSignal, publishSignal, voidSignal } from "#worker/api/signals/index.ts";
import { addTrader } from "#worker/api/traders/index.ts";

/** Two days before clocks are turned in the EU. */
const record = createRecord(Date.UTC(2026, 2, 27));
const HANDLE = "steady-hand";
const ZONES = ["Europe/Berlin", "Asia/Kathmandu", "America/St_Johns"];

beforeAll(async () => {
  for (const handle of [HANDLE, "somebody-else", "never-spoke", "clocks-turned"])
    await addTrader(record.deps, { handle, name: handle });
  const ends = ["won", "lost", "won", "draw", "won", "lost", "won"] as const;
  for (let index = 0; index < 70; index += 1) {
    const changes: Partial<NewSignalInput> = {
      asset: ["EUR/USD", "XAU/USD", "EURUSD_otc"][index % 3] ?? "",
      payout: [0.85, 0.9, 0.8333][index % 3] ?? 0.85,
      expires_at: new Date(record.clock.ms + (index % 2 === 0 ? 6 : 61) * MINUTE_MS).toISOString(),
      // Each fifth late.
      ...(index % 5 === 0 && { entry_at: new Date(record.clock.ms - MINUTE_MS).toISOString() }),
    };
    const id = await publishAndSettle(
      record,
      signalBy(HANDLE, record, changes),
      ends[index % ends.length] ?? "won",
    );
    if (index === 7)
      await correctSignal(record.deps, id, {
        from: "won",
        outcome: "lost",
        reason: "The quote was misread.",
      });
    record.clock.ms += 97 * MINUTE_MS;
  }
  const { id } = await publishSignal(record.deps, signalBy(HANDLE, record));
  record.clock.ms += 7 * MINUTE_MS;
  await voidSignal(record.deps, id, "Voided after expiry.");
  await publishSignal(record.deps, signalBy(HANDLE, record));
  await publishAndSettle(record, signalBy("somebody-else", record), "won");
});

describe("GET /api/traders/{handle}/slices/", () => {
  it.each(SLICE_KINDS)(
    "by %s is as the exported ledger has it in every time zone, and adds up",
    async (by) => {
      const signals = await exportedSignals();
      const { statistics } = await record.traderOf(HANDLE);
      for (const zone of ZONES) {
        const expected = new Map<string, number[]>();
        for (const signal of signals.filter(isInTheRate)) {
          const key = keyByIntl(by, signal.payload, zone);
          const counts = expected.get(key) ?? [0, 0, 0];
          const place = signal.outcome === "won" ? 0 : signal.outcome === "draw" ? 2 : 1;
          expected.set(key, counts.with(place, (counts[place] ?? 0) + 1));
        }
        const slices = await slicesBy(by, zone);
        expect(new Map(slices.map(({ key, won, lost, draw }) => [key, [won, lost, draw]]))).toEqual(expected);
        const net = slices.reduce((sum, { gains, lost }) => sum + gains - lost, 0);
        expect(net).toBeCloseTo(statistics.net, 9);
      }
    },
  );

  it("uses the local hour before and after a change to summer time", async () => {
    // On 29 March at 01:00 UTC the clocks of Berlin go from one to two hours ahead.
    for (const entry_at of ["2026-03-29T00:59:59.999Z", "2026-03-29T01:00:00.000Z"])
      await publishAndSettle(record, signalBy("clocks-turned", record, { entry_at }), "lost");
    const slices = await slicesBy("hour", "Europe/Berlin", "clocks-turned");
    expect(slices.map(({ key }) => key)).toEqual(["1", "3"]);
  });

  it("includes a new entry of the trader", async () => {
    await slicesBy("asset", "UTC");
    await env.DB.prepare("UPDATE traders SET name = name || '!' WHERE handle = ?").bind(HANDLE).run();
    const before = await slicesBy("asset", "UTC");
    await publishAndSettle(record, signalBy(HANDLE, record, { asset: "GBP/USD" }), "won");
    expect(await slicesBy("asset", "UTC")).toHaveLength(before.length + 1);
  });

  it("is empty for a trader without signals", async () => {
    expect(await slicesBy("hour", "Europe/Paris", "never-spoke")).toEqual([]);
  });

  it("refuses an invalid query and names the field", async () => {
    const answer = await record.ask(`/api/traders/${HANDLE}/slices/?by=hour&zone=Mars/Olympus`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toHaveProperty("zone");
  });

  it("answers 404 for an unknown trader", async () => {
    expect((await record.ask("/api/traders/nobody-here/slices/?by=asset")).status).toBe(404);
  });
});

async function slicesBy(by: string, zone: string, handle = HANDLE): Promise<Slice[]> {
  return (await record.read(TraderSlices, `/api/traders/${handle}/slices/?by=${by}&zone=${zone}`)).slices;
}

/** Replayed from the export of the ledger, as anybody may. */
async function exportedSignals(): Promise<ReplayedSignal[]> {
  const answer = await record.ask("/api/ledger/export.ndjson/");
  const lines = new TextDecoder()
    .decode(await answer.arrayBuffer())
    .trim()
    .split("\n");
  const { add, state } = createReplay();
  for (const line of lines) expect(add(v.parse(LedgerEntry, JSON.parse(line)))).toBeNull();
  return [...state.signals.values()].filter(({ payload }) => payload.trader === HANDLE);
}

/** As the guide says it. */
function isInTheRate({ outcome, payload, end }: ReplayedSignal): boolean {
  if (payload.is_otc === true || outcome === "open") return false;
  if (outcome === "won") return !payload.is_late;
  return outcome !== "void" || end?.countsAsLost === true;
}

function keyByIntl(
  by: string,
  { asset, entry_at, expires_at }: ReplayedSignal["payload"],
  timeZone: string,
): string {
  const at = Date.parse(entry_at);
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-GB", { ...options, timeZone }).format(at);
  switch (by) {
    case "asset":
      return asset;
    case "duration":
      return String(Date.parse(expires_at) - at);
    case "hour":
      return String(Number(part({ hour: "2-digit", hourCycle: "h23" })));
    case "weekday":
      return String(
        ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].indexOf(part({ weekday: "short" })) + 1,
      );
    default:
      return part({ year: "numeric", month: "2-digit" }).split("/").toReversed().join("-");
  }
}
