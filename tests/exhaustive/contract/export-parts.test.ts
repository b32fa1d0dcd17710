/** Exports of a record that needs several parts, read through the gateway. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fetchParts } from "#shared/export-parts.ts";
import { callApi, signInByApi } from "#tests/support/api-client.ts";
import { type Site, STAFF_ID, STAFF_PASSCODE, startSite } from "#tests/support/site.ts";
import { verify } from "#tests/support/verify.ts";
import { seedRecord } from "#worker/local/demo-data/seed-record.ts";
import { EXPORT_PART_ROWS } from "#shared/limits/ledger.ts";

const SIGNALS = EXPORT_PART_ROWS + 1_000;
let site: Site;

beforeAll(async () => {
  site = await startSite();
  await seedRecord(site.db, { signals: SIGNALS, endMs: Date.UTC(2026, 10, 1) });
}, 240_000);

afterAll(() => site.close());

describe("the CSV export of signals", () => {
  it("has two parts, of which only the first has a byte order mark and column names", async () => {
    const { texts, links } = await readParts("/api/signals/export.csv");
    expect(links).toEqual([expect.stringMatching(/^<\?after=\d+>; rel="next"$/), null]);
    expect(texts.map((text) => text.startsWith("\uFEFFid,trader,"))).toEqual([true, false]);
    const lines = texts.join("").trimEnd().split("\r\n");
    expect(lines).toHaveLength(SIGNALS + 1);
    expect(new Set(lines).size).toBe(SIGNALS + 1);
    expect(lines.filter((line) => line.startsWith("id,"))).toEqual([]);
  });

  it("keeps the query in the link to the next part", async () => {
    const query = "?utm_source=x&from=2020-01-01&to=2030-01-01";
    const { texts, links } = await readParts(`/api/signals/export.csv/${query}`);
    expect(links[0]).toMatch(new RegExp(`^<\\${query}&after=\\d+>; rel="next"$`));
    expect(texts).toEqual((await readParts("/api/signals/export.csv")).texts);
  });

  it("has one part if few signals match the filters, wherever they are", async () => {
    const { texts, links } = await readParts("/api/signals/export.csv?outcome=void");
    expect(links).toEqual([null]);
    const whole = (await readParts("/api/signals/export.csv")).texts.join("").split("\r\n");
    const voided = whole.filter((line) => line.split(",")[11] === "void");
    expect(texts[0]?.trimEnd().split("\r\n").slice(1)).toEqual(voided);
  });
});

describe("the NDJSON export of the ledger", () => {
  it("is complete across all parts and verified by npm run verify", async () => {
    const { texts } = await readParts("/api/ledger/export.ndjson/");
    const { seq, hash } = await (await fetch(`${site.url}/api/ledger/head/`)).json();
    expect(texts).toHaveLength(Math.ceil(seq / EXPORT_PART_ROWS));
    expect(texts.join("")).not.toContain("\uFEFF");
    expect(await verify(`${site.url}/api/ledger/export.ndjson`)).toEqual({
      code: 0,
      output: `The ledger holds: ${seq} entries, each by the rules.\nHead ${seq} ${hash}\n`,
    });
  });

  it("can start after any entry", async () => {
    const whole = (await readParts("/api/ledger/export.ndjson")).texts.join("").split("\n");
    const { texts } = await readParts("/api/ledger/export.ndjson?after=12345");
    expect(texts.join("").split("\n")).toEqual(whole.slice(12_345));
  });
});

it("the audit log's export for staff has several parts and keeps its filters", async () => {
  await site.db
    .prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
       INSERT INTO audit_log (at, actor_id, action, target, detail, network, request_id)
       SELECT i / 10, 'somebody', 'signal_published', 'x', '{}', '', 'r' FROM n`,
    )
    .bind(EXPORT_PART_ROWS + 5)
    .run();
  const staff = await signInByApi(site.url, STAFF_ID, STAFF_PASSCODE);
  const parts = [];
  const path = "/api/admin/audit/export.csv?actor=somebody";
  for await (const part of fetchParts(path, (part) => callApi(site.url, staff, "GET", part)))
    parts.push({ text: await part.text(), link: part.headers.get("Link") });
  expect(parts.map(({ link }) => link)).toEqual([
    `<?actor=somebody&after=${EXPORT_PART_ROWS / 10}%2C${EXPORT_PART_ROWS}>; rel="next"`,
    null,
  ]);
  const lines = parts.map(({ text }) => text.trimEnd().split("\r\n").length);
  expect(lines).toEqual([EXPORT_PART_ROWS + 1, 5]);
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
