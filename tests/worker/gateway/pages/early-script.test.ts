/** The script in the head of each document. */
import { SELF } from "cloudflare:test";
import { beforeAll, expect, it } from "vitest";
import { createRecord, publishAndSettle, signalBy } from "#tests/worker/api/signals/record.ts";
import { addTrader } from "#worker/api/traders/index.ts";
import { inlineHash } from "#worker/gateway/security-headers.ts";

const record = createRecord();
let signalId = "";

beforeAll(async () => {
  await addTrader(record.deps, { handle: "north-light", name: "North Light" });
  signalId = await publishAndSettle(record, signalBy("north-light", record), "lost");
});

async function readDocument(path: string): Promise<{ html: string; script: RegExpExecArray }> {
  const response = await SELF.fetch(`https://tidemark.example${path}`);
  const html = await response.text();
  const scripts = [...html.matchAll(/<script>((?:(?!<\/script>).)*heldPresses.*?)<\/script>/gs)];
  const [script] = scripts;
  if (!script || scripts.length > 1) return expect.fail("not one script");
  expect(response.headers.get("Content-Security-Policy")).toContain(await inlineHash(script[1] ?? ""));
  return { html, script };
}

it.each(["/en", "/en/profile", "/en/signal/{id}", "/en/nowhere"])(
  "the document at %s has its early script once, in its head",
  async (path) => {
    const { html, script } = await readDocument(path.replace("{id}", signalId));
    expect(html.slice(0, html.indexOf("</head>"))).toContain(script[0]);
  },
);
