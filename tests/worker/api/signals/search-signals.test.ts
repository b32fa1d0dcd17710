import { beforeAll, describe, expect, it } from "vitest";
import { BOUNDS } from "#shared/limits/field-bounds.ts";
import { LedgerHead } from "#shared/contracts/ledger.ts";
import { SIGNAL_SORTS } from "#shared/contracts/signal-queries.ts";
import { type Signal, SignalPage } from "#shared/contracts/signals.ts";
import { correctSignal, publishSignal } from "#worker/api/signals/index.ts";
import { addTrader } from "#worker/api/traders/index.ts";
import { createRecord, MINUTE_MS, publishAndSettle, signalBy } from "./record.ts";

const record = createRecord(Date.UTC(2026, 2, 1));
const TRADERS = [
  { handle: "north", name: "Nordlicht" },
  { handle: "north-light", name: "North Light" },
  { handle: "elan-vital", name: "Élan Vital" },
] as const;
const ASSETS = ["EUR/USD", "EUR/GBP", "USD/JPY", "EURUSD_otc"];

// 48 signals by three traders in four assets; every payout and entry time four times.
beforeAll(async () => {
  for (const trader of TRADERS) await addTrader(record.deps, trader);
  for (let index = 0; index < 48; index += 1) {
    const asset = ASSETS[index % 4] ?? "";
    const minutes = (index % 12) * 3;
    const entry_at = new Date(
      record.clock.ms + (index % 5 === 0 ? -1 : 1 + minutes) * MINUTE_MS,
    ).toISOString();
    const signal = signalBy(TRADERS[index % 3]?.handle ?? "", record, {
      asset,
      direction: index % 2 === 0 ? "up" : "down",
      payout: [0.8, 0.81, 0.82, 0.83][index % 4] ?? 0,
      entry_at,
      expires_at: new Date(Date.parse(entry_at) + 15 * MINUTE_MS).toISOString(),
    });
    if (index % 4 === 3) {
      await publishSignal(record.deps, signal);
      continue;
    }
    const id = await publishAndSettle(record, signal, index % 2 === 0 ? "won" : "lost");
    if (index % 8 === 0)
      await correctSignal(record.deps, id, {
        from: "won",
        outcome: "lost",
        reason: "The quote was wrong",
      });
  }
});

describe("the trader filter, by part of a handle or name", () => {
  it.each([
    ["north", ["north"]],
    ["North Light", ["north-light"]],
    ["nor", ["north", "north-light"]],
    ["LIGHT", ["north-light"]],
    ["licht", ["north"]],
    ["élan", ["elan-vital"]],
    ["ÉLAN", ["elan-vital"]],
    ["vital", ["elan-vital"]],
    ["%", []],
    ["nobody", []],
  ])('finds for "%s" the right traders', async (trader, handles) => {
    const found = await walk({ trader });
    expect([...new Set(found.map((signal) => signal.trader.handle))].sort()).toEqual(handles);
    expect(found).toEqual((await all()).filter((signal) => handles.includes(signal.trader.handle)));
  });
});

describe("the asset filter, by part of its name", () => {
  it.each([
    ["EUR", ["EUR/GBP", "EUR/USD", "EURUSD_otc"]],
    ["eur/", ["EUR/GBP", "EUR/USD", "EURUSD_otc"]],
    ["Yen", ["USD/JPY"]],
    ["dólar", ["EUR/USD", "EURUSD_otc", "USD/JPY"]],
    ["eurusd", ["EUR/USD"]],
    ["usdj", ["USD/JPY"]],
    ["otc", ["EURUSD_otc"]],
    ["XAU", []],
  ])('finds for "%s" the right assets', async (asset, assets) => {
    const found = await walk({ asset });
    expect([...new Set(found.map((signal) => signal.asset))].sort()).toEqual(assets);
    expect(found).toEqual((await all()).filter((signal) => assets.includes(signal.asset)));
  });
});

const FILTERS: readonly (readonly [name: string, value: string, passes: (signal: Signal) => boolean])[] = [
  ["trader", "nor", ({ trader }) => trader.handle.includes("nor")],
  ["asset", "EUR", ({ asset }) => asset.includes("EUR")],
  ["outcome", "won", ({ outcome }) => outcome === "won"],
  ["direction", "down", ({ direction }) => direction === "down"],
  ["otc", "true", ({ is_otc }) => is_otc],
  ["otc", "false", ({ is_otc }) => !is_otc],
  ["late", "true", ({ is_late }) => is_late],
  ["late", "false", ({ is_late }) => !is_late],
  ["corrected", "true", ({ correction }) => correction !== null],
  ["corrected", "false", ({ correction }) => correction === null],
  ["from", "2026-03-01T00:30:00Z", ({ published_at }) => published_at >= "2026-03-01T00:30:00"],
  ["to", "2026-03-01T01:30:00Z", ({ published_at }) => published_at <= "2026-03-01T01:30:00.000Z"],
];

describe("the filters", () => {
  it.each(FILTERS)("work alone and with each of the others: %s=%s", async (name, value, passes) => {
    const signals = await all();
    expect(signals.filter(passes).length, "some pass").toBeGreaterThan(0);
    for (const [other, otherValue, othersPass] of FILTERS) {
      const query = { [other]: otherValue, [name]: value, limit: "100" };
      const expected = signals.filter((signal) => passes(signal) && (other === name || othersPass(signal)));
      expect(await walk(query), JSON.stringify(query)).toEqual(expected);
    }
  });

  it("work for the export in the same way", async () => {
    for (const [name, value, passes] of FILTERS) {
      const signals = (await all()).filter(passes);
      expect(await exportedIds({ [name]: value }), name).toEqual(signals.map(({ id }) => id).reverse());
    }
  });
});

describe("the sort orders", () => {
  it.each(SIGNAL_SORTS)("include %s, page by page, with ties in the order of publication", async (sort) => {
    const key = sort.replace("-", "");
    const sign = sort.startsWith("-") ? -1 : 1;
    for (const [name, value, passes] of [["limit", "7", () => true], ...FILTERS] as const) {
      const walked = await walk({ sort, limit: "100", [name]: value });
      const expected = (await all())
        .filter(passes)
        .toSorted(
          (a, b) => sign * (compare(valueOf(a, key), valueOf(b, key)) || a.published_seq - b.published_seq),
        );
      expect(
        walked.map(({ id }) => id),
        name,
      ).toEqual(expected.map(({ id }) => id));
    }
  });

  it.each(["-published_at", "-payout"])("have stable pages while signals are published: %s", async (sort) => {
    const first = await page({ sort, limit: "10" });
    const { id } = await publishSignal(record.deps, signalBy("north", record, { payout: 0.9 }));
    const second = await page({ sort, limit: "10", cursor: first.next ?? "" });
    const ids = [...first.results, ...second.results].map((signal) => signal.id);
    expect(new Set(ids).size).toBe(20);
    expect(ids).not.toContain(id);
  });
});

describe("the list of signals", () => {
  it("returns 25 signals by default, the ledger entry as of which it was read, and null after the last page", async () => {
    const { seq } = await record.read(LedgerHead, "/api/ledger/head/");
    expect((await page({})).results).toHaveLength(25);
    for (const query of [{}, { cursor: "9" }, { asset: "USD/JPY", outcome: "open" }])
      expect((await page(query)).as_of_seq).toBe(seq);
    expect(await page({ limit: "100" })).toMatchObject({ next: null });
  });

  it("accepts times to the millisecond, with both ends included", async () => {
    const [newest, next] = (await all()).filter(({ outcome }) => outcome !== "open");
    const [from = "", to = ""] = [next?.published_at, newest?.published_at];
    const idsOf = async (query: Record<string, string>) => (await walk(query)).map(({ id }) => id);
    expect(await idsOf({ from, to })).toEqual(expect.arrayContaining([newest?.id, next?.id]));
    const ofOneMoment = await idsOf({ from: to, to });
    expect([ofOneMoment.includes(newest?.id ?? ""), ofOneMoment.includes(next?.id ?? "")]).toEqual([
      true,
      false,
    ]);
  });

  it("is empty if nothing matches", async () => {
    for (const query of [{ trader: "nobody-here" }, { from: "2031-01-01" }, { to: "2001-01-01" }])
      expect(await page(query)).toMatchObject({ results: [], next: null });
  });

  it("ignores empty fields of a form", async () => {
    const form = { trader: "", asset: "", outcome: "", from: "", to: "" };
    expect(await page(form)).toEqual(await page({}));
  });

  it.each([
    ["M&M", ["M&M", "m&m"]],
    ["GBPJPY_otc", ["GBPJPY_otc", "gbp/jpy (otc)", "OTC:GBPJPY"]],
  ])("finds %s by every spelling, and so does the export", async (asset, spellings) => {
    const { id } = await publishSignal(record.deps, signalBy("north", record, { asset }));
    for (const spelling of spellings) {
      expect((await page({ asset: spelling })).results.map((signal) => signal.id)).toEqual([id]);
      expect(await exportedIds({ asset: spelling })).toEqual([id]);
    }
  });
});

it("the export is a file, whatever a mailer or a network has added to its link", async () => {
  const response = await record.ask("/api/signals/export.csv?outcome=lost");
  expect(response.headers.get("Content-Disposition")).toBe('attachment; filename="signals.csv"');
  const added = await record.ask("/api/signals/export.csv?utm_source=x&utm_source=y&outcome=lost&fbclid=1");
  expect([added.status, await added.text()]).toEqual([200, await response.text()]);
});

it("an unknown signal is a 404 in Django's words", async () => {
  const response = await record.ask("/api/signals/0123456789abcdef0123/");
  expect([response.status, await response.json()]).toEqual([
    404,
    { detail: "Not found.", code: "not_found" },
  ]);
});

describe("an invalid query for signals", () => {
  it.each([
    ["/api/signals/?from=2026-03-02&to=2026-03-01", "to"],
    ["/api/signals/?outcom=lost", "outcom"],
    ["/api/signals/?witnessed=yes", "witnessed"],
    ["/api/signals/export.csv?limit=5", "limit"],
  ])("is %s, whose answer names %s", async (path, field) => {
    const response = await record.ask(path);
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        detail: expect.stringMatching(`^"${field}": `),
        [field]: [expect.stringMatching(/\.$/)],
        code: "invalid_query",
      },
    ]);
  });

  it("includes a part of a name that too many traders have", async () => {
    for (let index = 0; index <= BOUNDS.listNames.max; index += 1)
      await addTrader(record.deps, { handle: `crowd-${index}`, name: `Crowd number ${index}` });
    for (const path of ["/api/signals/?trader=crowd", "/api/signals/export.csv?trader=crowd"]) {
      const response = await record.ask(path);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        trader: [expect.stringContaining(String(BOUNDS.listNames.max))],
      });
    }
  });
});

function valueOf(signal: Signal, key: string): string | number {
  if (key === "payout") return signal.payout;
  if (key === "entry_at") return signal.entry_at;
  return key === "expires_at" ? signal.expires_at : signal.published_at;
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function page(query: Record<string, string>): Promise<SignalPage> {
  return record.read(SignalPage, `/api/signals/?${new URLSearchParams(query).toString()}`);
}

/** In pages of seven. */
function walk(query: Record<string, string>): Promise<readonly Signal[]> {
  const whole = new URLSearchParams({ limit: "7", ...query }).toString();
  return record.readAll(SignalPage, `/api/signals/?${whole}`);
}

function all(): Promise<readonly Signal[]> {
  return walk({ limit: "100" });
}

async function exportedIds(query: Record<string, string>) {
  const csv = await record.ask(`/api/signals/export.csv?${new URLSearchParams(query).toString()}`);
  const [, ...lines] = (await csv.text()).trim().split("\r\n");
  return lines.map((line) => line.split(",")[0]);
}
