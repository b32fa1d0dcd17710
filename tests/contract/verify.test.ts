/** `npm run verify` as its users run it: on a site and on an export. */
import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import * as v from "valibot";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { LedgerHead } from "#shared/contracts/ledger.ts";
import { SignalPage } from "#shared/contracts/signals.ts";
import { TraderPage } from "#shared/contracts/traders.ts";
import { signalSentBy } from "#tests/support/api-client.ts";
import { listen, stop } from "#tests/support/local-server.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { staffOf } from "#tests/support/staff-api.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { verify } from "#tests/support/verify.ts";
import { seedRecord } from "#worker/local/demo-data/write-record.ts";

const Headed = v.object({ head: v.unknown() });

const folder = temporaryFolder();
const file = join(folder, "ledger.ndjson");
let site: Site;
/** The record of the site as it was when the tests began. */
let record: string;
let head: LedgerHead;

type Body = Record<string, unknown>;
/** What the way to the site makes of an answer. */
let bend: (path: string, body: Body) => Body | Promise<Body> = (_, body) => body;
/** What the site does not have. */
let absent: RegExp | null = null;
let way: Server;
let address = "";

beforeAll(async () => {
  site = await startSite();
  await seedRecord(site.db, { signals: 1100, endMs: Date.now() });
  record = await (await fetch(`${site.url}/api/ledger/export.ndjson/`)).text();
  head = v.parse(LedgerHead, await (await fetch(`${site.url}/api/ledger/head/`)).json());
  way = createServer(async (request, response) => {
    const path = (request.url ?? "/").replace(/^\/v1\//, "/");
    const answer = await fetch(site.url + (absent?.test(path) ? "/api/absent/" : path));
    const type = answer.headers.get("Content-Type") ?? "";
    const text = await answer.text();
    response
      .writeHead(answer.status, { "Content-Type": type })
      .end(type.includes("json") ? JSON.stringify(await bend(path, JSON.parse(text))) : text);
  });
  address = await listen(way);
});

afterEach(() => {
  bend = (_, body) => body;
  absent = null;
});

afterAll(async () => {
  await stop(way);
  await site.close();
});

it("verify prints the last entry of a valid file", async () => {
  writeFileSync(file, record);
  expect(await verify(file)).toEqual({
    code: 0,
    output: `The ledger holds: ${head.seq} lines follow the rules.\nHead ${head.seq} ${head.hash}\n`,
  });
});

it("verify checks everything that a site publishes, whichever of its pages is given", async () => {
  await site.runMinuteJobs();
  const key = (await (await fetch(`${site.url}/log/key`)).text()).trim();
  const output =
    `The ledger holds: ${head.seq} lines follow the rules.\n` +
    "Everything published follows from them: the summary, 12 traders, 1100 signals.\n" +
    `The log holds: its checkpoint of ${head.seq} lines is that of the ledger.\n` +
    `Signed with ${key}, which the site itself names: pin it with --key.\n` +
    `Head ${head.seq} ${head.hash}\n`;
  for (const url of [site.url, `${address}/v1/api/ledger/?limit=3`])
    expect(await verify(url)).toEqual({ code: 0, output });
});

it("verify names the entry that a site has changed or left out", async () => {
  bend = bendPage("/api/ledger/?", "seq", 1201, (entry) => ({ ...entry, at: "2020-01-01T00:00:00.000Z" }));
  expect(await verify(address)).toMatchObject({
    code: 1,
    output: expect.stringContaining("Ledger line 1201 does not hold"),
  });
  bend = bendPage("/api/ledger/?", "seq", head.seq, () => null);
  expect(await verify(address)).toEqual({
    code: 1,
    output: `Ledger line ${head.seq} does not hold: it is missing.\n`,
  });
});

it("verify names published data that contradicts the entries, is missing or is invented", async () => {
  const { results: signals } = v.parse(
    SignalPage,
    await (await fetch(`${site.url}/api/signals/?limit=100`)).json(),
  );
  const lost = signals.find(({ outcome }) => outcome === "lost");
  if (!lost) throw new Error("nobody has lost");
  const { id, published_seq, settled_seq } = lost;
  const { handle } = lost.trader;
  const nobody = "0".repeat(20);
  const cases: readonly (readonly [change: typeof bend, words: string])[] = [
    [
      bendPage("/api/signals/?", "id", id, (signal) => ({ ...signal, outcome: "won" })),
      `The signal ${id} does not follow from the ledger: outcome is published as "won", ` +
        `but is "lost" by the ledger lines up to ${settled_seq}.\n`,
    ],
    [
      bendPage("/api/signals/?", "id", id, () => null),
      `The signal ${id} is in the ledger (line ${published_seq}), but is not published.`,
    ],
    [
      bendPage("/api/signals/?", "id", id, (signal) => ({ ...signal, id: nobody })),
      `The signal ${nobody} is published, but is not in the ledger.`,
    ],
    [
      (path, body) => (path === `/api/traders/${handle}/` ? { ...body, equity: [] } : body),
      `The trader ${handle} does not follow from the ledger: equity.0`,
    ],
  ];
  for (const [change, words] of cases) {
    bend = change;
    expect(await verify(address)).toEqual({ code: 1, output: expect.stringContaining(words) });
  }
}, 60_000);

it("verify lists what a site does not publish, but requires a complete answer once it publishes a part", async () => {
  absent = /^\/api\/traders\//;
  expect(await verify(address)).toMatchObject({
    code: 0,
    output: expect.stringContaining("follows from them: the summary, no traders, 1100 signals."),
  });
  absent = /^\/api\/traders\/[a-z]/;
  expect(await verify(address)).toMatchObject({
    code: 2,
    output: expect.stringContaining("answered 404"),
  });
});

it("verify passes while new signals are written during the check", async () => {
  const staff = await staffOf(site.url);
  const { results } = v.parse(TraderPage, await (await fetch(`${site.url}/api/traders/?sort=handle`)).json());
  const trader = results.find(({ retired_at }) => retired_at === null)?.handle;
  let written = 0;
  bend = async (path, body) => {
    if (path.startsWith("/api/ledger/")) return body;
    const answer = await staff.ask("POST", "signals/", signalSentBy(trader ?? ""));
    if (answer.status === 201) written += 1;
    // Half of what is published was read before the entry, half after it.
    return written % 2 === 0 ? body : await (await fetch(site.url + path)).json();
  };
  const { code, output } = await verify(address);
  expect([code, output]).toEqual([0, expect.stringContaining("of them written during the check")]);
  expect(written).toBeGreaterThan(20);
}, 60_000);

it("verify compares a response with the entries up to the entry number that it states", async () => {
  const staff = await staffOf(site.url);
  let seq = 0;
  bend = async (path, body) => {
    if (path !== "/api/summary/" || seq > 0) return body;
    await staff.addTraders({ tern: "Tern" });
    ({ seq } = v.parse(LedgerHead, await (await fetch(`${site.url}/api/ledger/head/`)).json()));
    return { ...body, head: v.parse(Headed, await (await fetch(site.url + path)).json()).head };
  };
  expect(await verify(address)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^The summary does not follow from the ledger: traders is published as/),
  });

  bend = (path, body) => (path.startsWith("/api/signals/?") ? { ...body, as_of_seq: seq + 7 } : body);
  expect(await verify(address)).toMatchObject({
    code: 1,
    output: `Ledger line ${seq + 1} does not hold: it is missing.\n`,
  });
}, 60_000);

it("verify explains itself in ten lines", async () => {
  const { code, output } = await verify("--help");
  expect(code).toBe(0);
  expect(output).toMatch(/^Usage: npm run verify -- URL \| EXPORT \| PROOF \| BACKUP .*\n(?:.+\n){9}$/);
});

it("verify prints an error if there is nothing to check", async () => {
  expect(await verify(join(folder, "absent"))).toMatchObject({
    code: 2,
    output: expect.stringContaining("There is no file or folder"),
  });
  expect(await verify(`${address}/other/`)).toMatchObject({
    code: 2,
    output: expect.stringContaining("answered 404"),
  });
  expect(await verify()).toMatchObject({
    code: 2,
    output: expect.stringContaining("Name one site or file.\nUsage: npm run verify -- URL | EXPORT |"),
  });
  writeFileSync(file, "milk, bread");
  expect(await verify(file)).toEqual({ code: 2, output: `${file} is not an export, a proof or a backup.\n` });
  writeFileSync(file, record);
  expect(await verify(file, "--state", join(folder, "state"))).toMatchObject({ code: 2 });
});

it("verify names an address that answers like no site, and a state file that it could not write", async () => {
  const parked = createServer((_request, response) => void response.end("<title>Parked</title>"));
  const url = await listen(parked);
  expect(await verify(url)).toEqual({
    code: 2,
    output: `${url}/api/ledger/head/ does not answer in JSON.\n`,
  });
  await stop(parked);
  const nowhere = join(folder, "nowhere");
  expect(await verify(address, "--state", join(nowhere, "state"))).toEqual({
    code: 2,
    output: `There is no file or folder ${nowhere}.\n`,
  });
});

/** Bends one item of a list's pages, or takes it out. */
function bendPage(path: string, key: string, id: unknown, change: (item: Body) => Body | null): typeof bend {
  return (asked, body) => {
    const { results } = body;
    if (!asked.startsWith(path) || !Array.isArray(results)) return body;
    const items: Body[] = results;
    return { ...body, results: items.flatMap((item) => (item[key] === id ? (change(item) ?? []) : item)) };
  };
}
