/** The document's first script: once in each document, behind what the page says first. */
import { SELF } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
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

describe("the document's first script", () => {
  it.each([...PAGES.map((page) => pageHref("en", page)), "/en/traders/north-light", "/en/signal/{id}"])(
    "%s has it behind its heading, in its main part",
    async (path) => {
      const { html, script } = await readDocument(path.replace("{id}", signalId));
      const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
      expect(main.indexOf(script[0])).toBeGreaterThan(main.indexOf("</h1>"));
      expect(main.slice(0, main.indexOf(script[0]))).not.toMatch(/<h2|<table|<form|<time/);
    },
  );

  it.each(["/en/traders/nobody", "/en/nowhere"])(
    "%s, which says little, ends its main part with it",
    async (path) => {
      const { html, script } = await readDocument(path);
      expect(html).toContain(`${script[0]}</main>`);
    },
  );
});
