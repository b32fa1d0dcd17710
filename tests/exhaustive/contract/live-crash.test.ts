/** The process is killed while live readers are connected: they reconnect, and miss or repeat no event. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { afterEach, beforeEach, expect, it } from "vitest";
import { LiveMessage } from "#shared/contracts/live.ts";
import { signInByApi } from "#tests/support/api-client.ts";
import { type DurableSite, startDurableSite } from "#tests/support/durable-site.ts";
import { openLiveSocket } from "#tests/support/live-socket.ts";
import { addTrader, publish } from "#tests/support/record-writer.ts";
import { STAFF_ID, STAFF_PASSCODE } from "#tests/support/site.ts";

const READERS = 20;

let folder: string;
let site: DurableSite | null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tidemark-"));
  site = null;
});
afterEach(async () => {
  await site?.close();
  rmSync(folder, { recursive: true, force: true });
});

it("after a kill, live readers reconnect and receive each event once", { timeout: 90_000 }, async () => {
  const first = await startDurableSite({ folder });
  site = first;
  const staff = await signInByApi(first.url, STAFF_ID, STAFF_PASSCODE);
  const trader = await addTrader(first.url, staff);
  const readers = Array.from({ length: READERS }, (_, number) => createReader(number));
  await Promise.all(readers.map((reader) => reader.open(first.url)));
  await publish(first.url, staff, trader);
  await Promise.all(readers.map((reader) => expect.poll(reader.heard).toHaveLength(1)));

  // Of these events some are told before it ends, to some readers.
  const publishing = [publish(first.url, staff, trader), publish(first.url, staff, trader)];
  await Promise.race(publishing);
  await first.kill();
  await Promise.all(publishing);

  const second = await startDurableSite({ folder });
  site = second;
  await publish(second.url, staff, trader);
  await Promise.all(readers.map((reader) => reader.open(second.url)));
  await publish(second.url, staff, trader);
  const { results } = await second.db
    .prepare("SELECT seq FROM ledger WHERE kind = 'published' ORDER BY seq")
    .all<{ seq: number }>();
  const seqs = results.map(({ seq }) => seq);
  expect(seqs.length).toBeGreaterThanOrEqual(3);
  await Promise.all(readers.map((reader) => expect.poll(reader.heard).toEqual(seqs)));
});

/** As a browser does, it says how far it has come where it comes back. */
function createReader(number: number) {
  const heard: number[] = [];
  let seq = 0;
  return {
    heard: () => heard,
    async open(url: string): Promise<void> {
      const socket = openLiveSocket(url, `2001:db8:0:${number.toString(16)}::1`, `?after=${seq}`);
      const ready = Promise.withResolvers<void>();
      socket.addEventListener("message", ({ data }) => {
        const message = v.parse(LiveMessage, JSON.parse(String(data)));
        if (message.type === "reset") throw new Error("nobody has missed so much");
        if (message.type === "ready") {
          seq = message.seq;
          return ready.resolve();
        }
        heard.push(...message.events.map((event) => event.seq));
        seq = heard.at(-1) ?? seq;
      });
      socket.addEventListener("error", () => ready.reject(new Error("could not connect")));
      await ready.promise;
    },
  };
}
