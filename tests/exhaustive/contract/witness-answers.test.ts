/** How the site handles every response that a witness, or a server in its place, can give. */
import { createServer, type RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { cosignatureLine, cosignedText, parseNote, verifierKey } from "#shared/log/signed-note.ts";
import { listen, stop } from "#tests/support/local-server.ts";
import { type WitnessedSite, startWitnessedSite } from "#tests/support/witnessed-site.ts";
import { createSigner, sha256 } from "#tests/support/test-log.ts";
import { WITNESS_DEADLINE_MS } from "#shared/limits/log.ts";

const signer = createSigner();
const COSIGNER = { name: "vm/witness", publicKey: signer.publicKey };
const VKEY = await verifierKey(sha256, { ...COSIGNER, type: "cosignature" });
const cosign = (noteText: string, seconds: number) =>
  cosignatureLine(sha256, COSIGNER, { seconds, signature: signer.sign(cosignedText(noteText, seconds)) });
const nowSeconds = () => Math.floor(Date.now() / 1000);
/** Of another checkpoint. */
const LINE = await cosign("tidemark.example/log\n1\nroot\n", nowSeconds());
const SIZE = { "Content-Type": "text/x.tlog.size" };

describe("a witness that", () => {
  let answer: RequestListener;
  const asked: { path: string; body: string }[] = [];
  const server = createServer((request, response) => answer(request, response));
  let site: WitnessedSite;

  beforeAll(async () => {
    site = await startWitnessedSite({ WITNESSES: `${await listen(server)}/prefix/ ${VKEY}` });
    answer = (request, response) => {
      asked.push({ path: request.url ?? "", body: "" });
      response.writeHead(500).end();
    };
    await site.addTrader("tern");
    // In the background, once for the commit.
    await vi.waitFor(() => expect(asked).toHaveLength(1), { timeout: 10_000 });
  });
  afterAll(async () => {
    await stop(server);
    await site.close();
  });

  /** The witness as staff see it after one run of the job. */
  async function after(status: number, body: string, headers: Record<string, string> = {}) {
    asked.length = 0;
    answer = async (request, response) => {
      asked.push({ path: request.url ?? "", body: await text(request) });
      response.writeHead(status, headers).end(body);
    };
    await site.runMinuteJobs();
    const [witness] = await site.witnesses();
    expect(await site.kept()).toEqual([]);
    return witness;
  }

  it.each([
    [403, "no\r\nsuch\u0007 key", {}, "answers 403: no such key"],
    [404, "", {}, "answers 404: without a word"],
    [400, "old", {}, "answers 400: old"],
    [500, "<html>", {}, "answers 500: <html>"],
    [503, "x".repeat(2_000), {}, `answers 503: ${"x".repeat(500)}`],
    [302, "", { Location: "/elsewhere" }, "answers 302: without a word"],
    [307, "", { Location: "http://127.0.0.1:1/add-checkpoint" }, "answers 307: without a word"],
    [409, "0\n", {}, "answers 409: 0"],
    [409, "many\n", SIZE, "answers 409: many"],
    [200, "", {}, "answers 200 without a cosignature made with its key"],
    [200, "cosigned", {}, "answers 200 with lines that are not signatures"],
    [200, LINE, {}, "its cosignature was not made with its key"],
    [200, LINE.replace("vm/", "other/"), {}, "answers 200 without a cosignature made with its key"],
    [200, "x".repeat(40_000), {}, "the request failed: its answer is longer than 32768 bytes"],
  ])("answers %i with %j is marked as failing, with the reason", async (status, body, headers, words) => {
    const witness = await after(status, body, headers);
    expect(witness).toMatchObject({ status: "failing", failure: words, objected_at: null });
    expect(asked.map(({ path }) => path)).toEqual(["/prefix/add-checkpoint"]);
    expect(asked[0]?.body).toMatch(/^old 0\n\ntidemark\.example\/log\n1\n.{44}\n\n— /);
  });

  it("answers 409 is asked once more from the size that it names, but not a third time", async () => {
    expect(await after(409, "1\n", SIZE)).toMatchObject({ status: "failing", failure: "answers 409: 1" });
    expect(asked.map(({ body }) => body.split("\n").slice(0, 2))).toEqual([
      ["old 0", ""],
      ["old 1", ""],
    ]);
  });

  it("never answers is abandoned after a time limit, and delays nobody", async () => {
    const times: number[] = [];
    answer = () => void times.push(Date.now());
    let isOver = false;
    const job = site.runMinuteJobs().then(() => (isOver = true));
    await expect.poll(() => times.length).toBe(1);
    await site.addTrader("gannet");
    expect(await (await fetch(`${site.url}/en/traders`)).text()).toContain("gannet");
    expect(isOver).toBe(false);
    await job;
    expect(await site.witnesses()).toMatchObject([{ status: "failing", failure: "does not answer in time" }]);
    await new Promise((resolve) => setTimeout(resolve, WITNESS_DEADLINE_MS + 1_000));
  });

  it("never completes its response is abandoned after a time limit", async () => {
    answer = (_request, response) => void response.writeHead(200).write("— ");
    await site.runMinuteJobs();
    expect(await site.witnesses()).toMatchObject([{ failure: "does not answer in time" }]);
  });

  it.each([
    [422, "this is\nno growth", {}, "this is no growth"],
    [409, "7\n", SIZE, "It has cosigned 7 entries; the log has 2."],
  ])("answers %i with %j is objecting until it cosigns again", async (status, body, headers, words) => {
    expect(await after(status, body, headers)).toMatchObject({
      status: "objecting",
      objection: words,
      seen_note: null,
    });
    expect(await after(500, "")).toMatchObject({ status: "objecting", objection: words });
    const { not_ready, details } = await site.ready();
    expect(not_ready).toContain("witnesses");
    expect(details[0]).toContain(`: ${words}`);
    expect(details[0]).toContain("it has seen a checkpoint that it does not show");
    await site.db.prepare("DELETE FROM log_witnesses").run();
  });

  it.each(["\n", "\nmore\n\n"])("puts %j before its signature is marked as failing", async (beginning) => {
    const note = await site.checkpoint();
    const line = await cosign(note + beginning.slice(0, -1), nowSeconds());
    expect(await after(200, beginning + line)).toMatchObject({
      failure: "answers 200 with lines that are not signatures",
    });
    expect(await site.checkpoint()).toBe(note);
  });

  it("signs with a wrong clock is marked as failing", async () => {
    const { text: noteText = "" } = parseNote(await site.checkpoint()) ?? {};
    for (const lag of [-90, 90])
      expect(await after(200, await cosign(noteText, nowSeconds() + lag))).toMatchObject({
        failure: "its clock is more than a minute off",
      });
  });

  it("sends many signatures has only one of them stored", async () => {
    const note = await site.checkpoint();
    const { text: noteText = "" } = parseNote(note) ?? {};
    const lines = await Promise.all(
      Array.from({ length: 150 }, (_, at) => cosign(noteText, nowSeconds() - (at % 30))),
    );
    answer = (_request, response) => void response.writeHead(200).end(lines.join(""));
    await site.runMinuteJobs();
    expect(await site.witnesses()).toMatchObject([{ status: "well" }]);
    expect(await site.kept()).toMatchObject([{ first_note: note + lines[0], last_note: note + lines[0] }]);
    expect(await site.checkpoint()).toBe(note + lines[0]);
  });
});
