/** The script in the head of each document. */
import { SELF } from "cloudflare:test";
import { beforeAll, expect, it } from "vitest";
import { pageHref, PAGES } from "#shared/routes.ts";
import { createRecord, publishAndSettle, signalBy } from "#tests/worker/api/signals/record.ts";
import { addTrader } from "#worker/api/traders/index.ts";

const record = createRecord();
let signalId = "";

beforeAll(async () => {
  await addTrader(record.deps, { handle: "north-light", name: "North Light" });
  signalId = await publishAndSettle(record, signalBy("north-light", record), "lost");
});

/** As the second reader gets it, when parts have been kept. */
async function readDocument(path: string): Promise<{ html: string; script: RegExpExecArray }> {
  await (await SELF.fetch(`https://tidemark.example${path}?reader=1`)).text();
  const response = await SELF.fetch(`https://tidemark.example${path}?reader=2`);
  const html = await response.text();
  const nonce = /nonce-([^']+)'/.exec(response.headers.get("Content-Security-Policy") ?? "")?.[1] ?? "";
  const scripts = [...html.matchAll(/<script nonce="([^"]+)">[^<]*heldPresses[^<]*<\/script>/g)];
  expect(scripts.map((script) => script[1])).toEqual([nonce]);
  return { html, script: scripts[0] ?? expect.fail("no script") };
}

it.each([
  ...PAGES.map((page) => pageHref("en", page)),
  "/en/traders/north-light",
  "/en/signal/{id}",
  "/en/traders/nobody",
  "/en/nowhere",
])("the document at %s has its first script once, in its head", async (path) => {
  const { html, script } = await readDocument(path.replace("{id}", signalId));
  expect(html.slice(0, html.indexOf("</head>"))).toContain(script[0]);
});
