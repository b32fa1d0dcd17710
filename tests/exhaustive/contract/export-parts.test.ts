/** Exports of a record that needs several parts, read through the gateway. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { fetchParts } from "#shared/http/export-parts.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { verify } from "#tests/support/verify.ts";
import { seedRecord } from "#worker/local/demo-data/write-record.ts";
import { EXPORT_PART_ROWS } from "#shared/limits/ledger.ts";

const SIGNALS = EXPORT_PART_ROWS + 1_000;
let site: Site;

beforeAll(async () => {
  site = await startSite();
  await seedRecord(site.db, { signals: SIGNALS, endMs: Date.UTC(2026, 10, 1) });
}, 240_000);

afterAll(() => site.close());

it("the CSV export of signals has two parts, and keeps the query in the link to the second", async () => {
  const query = "?utm_source=x&from=2020-01-01&to=2030-01-01";
  const { texts, links } = await readParts(`/api/signals/export.csv/${query}`);
  expect(links).toEqual([expect.stringMatching(new RegExp(`^<\\${query}&after=\\d+>; rel="next"$`)), null]);
  const lines = texts.join("").trimEnd().split("\r\n");
  expect(lines).toHaveLength(SIGNALS + 1);
  expect(new Set(lines).size).toBe(SIGNALS + 1);
});

it("the NDJSON export of the ledger is verified by npm run verify across all parts", async () => {
  const { seq, hash } = await (await fetch(`${site.url}/api/ledger/head/`)).json();
  expect(seq).toBeGreaterThan(EXPORT_PART_ROWS);
  expect(await verify(`${site.url}/api/ledger/export.ndjson`)).toEqual({
    code: 0,
    output: `The ledger holds: ${seq} lines follow the rules.\nHead ${seq} ${hash}\n`,
  });
});

async function readParts(path: string) {
  const [texts, links]: [string[], (string | null)[]] = [[], []];
  for await (const part of fetchParts(site.url + path, (address) => fetch(address))) {
    expect(part.status).toBe(200);
    links.push(part.headers.get("Link"));
    texts.push(new TextDecoder("utf-8", { ignoreBOM: true }).decode(await part.arrayBuffer()));
  }
  return { texts, links };
}
