import * as v from "valibot";
import { beforeAll, describe, expect, it } from "vitest";
import { GENESIS_HASH, LedgerHead, LedgerPage } from "#shared/contracts/ledger.ts";
import { verifyChain } from "#shared/record/ledger-chain.ts";
import { sha256 } from "#tests/support/chained.ts";
import { addSomeTrader, createRecord, readEntries } from "#tests/worker/api/signals/record.ts";

const record = createRecord();

describe("an empty ledger", () => {
  it("returns the genesis hash as its head and an empty page", async () => {
    const head = { seq: 0, at: null, hash: GENESIS_HASH };
    expect(await record.read(LedgerHead, "/api/ledger/head/")).toEqual(head);
    expect(await pageAt("/api/ledger/")).toEqual({ results: [], next: null, as_of_seq: 0 });
    expect(await textOf(await record.ask("/api/ledger/export.ndjson"))).toBe("");
  });
});

describe("a ledger of 23 entries", () => {
  beforeAll(async () => {
    for (let index = 0; index < 23; index += 1) await addSomeTrader(record);
  });

  it("is read completely in pages without gaps or duplicates", async () => {
    const entries = await readEntries(record, 0, 10);
    const answer = await record.ask("/api/ledger/head/");
    expect(answer.headers.get("Date")).toBe(new Date(record.clock.ms).toUTCString());
    const head = v.parse(LedgerHead, await answer.json());
    expect(await verifyChain(entries, { sha256, until: head })).toMatchObject({ holds: true, checked: 23 });
  });

  it("returns null as the next cursor if the last page is full", async () => {
    expect((await pageAt("/api/ledger/?after=13&limit=10")).next).toBeNull();
  });

  it("is exported as one JSON line per entry", async () => {
    const response = await record.ask("/api/ledger/export.ndjson");
    expect(response.headers.get("Content-Type")).toBe("application/x-ndjson; charset=utf-8");
    const lines = (await textOf(response)).split("\n");
    expect(lines.at(-1)).toBe("");
    const entries = lines.slice(0, -1).map((line): unknown => JSON.parse(line));
    expect(await verifyChain(entries, { sha256 })).toMatchObject({ holds: true, checked: 23 });
  });

  it("is exported from a given entry on", async () => {
    for (const query of ["after=20", "utm_source=x&after=20&fbclid=1"]) {
      const text = await textOf(await record.ask(`/api/ledger/export.ndjson?${query}`));
      expect(text.split("\n").length - 1).toBe(3);
    }
  });

  it("refuses an invalid query and names the field", async () => {
    const response = await record.ask("/api/ledger/?limit=1001");
    expect(response.status).toBe(400);
    const detail = '"limit": must be a whole number from 1 to 1000.';
    expect(await response.json()).toMatchObject({ detail, code: "invalid_query" });
  });
});

function pageAt(path: string): Promise<LedgerPage> {
  return record.read(LedgerPage, path);
}

/** `text()` warns about types that do not begin with `text/`. */
async function textOf(response: Response): Promise<string> {
  return new TextDecoder().decode(await response.arrayBuffer());
}
