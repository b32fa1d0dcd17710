/** Many live readers at once, through the gateway, on this machine. */
import * as v from "valibot";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LiveMessage } from "#shared/contracts/live.ts";
import { openLiveRecord } from "#tests/support/live-record.ts";
import { openLiveSocket } from "#tests/support/live-socket.ts";
import { startSite, type Site } from "#tests/support/site.ts";

const SOCKETS = 500;
/** Handshakes under way at the same time. */
const AT_ONCE = 50;

let site: Site;

beforeAll(async () => {
  site = await startSite();
});

afterAll(() => site?.close());

it(`${SOCKETS} live readers receive a new signal, each exactly once`, async () => {
  const record = await openLiveRecord(site);
  const readers: Reader[] = [];
  for (let opened = 0; opened < SOCKETS; opened += AT_ONCE) {
    readers.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => openReader(site.url, opened)))));
  }
  expect(readers.filter(({ messages }) => messages[0]?.type === "ready")).toHaveLength(SOCKETS);

  const publishing = record.publish();
  await Promise.all(readers.map(({ heard }) => heard));
  const { published_seq } = await publishing;
  // Time for what should not come.
  await new Promise((resolve) => setTimeout(resolve, 300));

  for (const { messages } of readers) {
    expect(messages.slice(1)).toMatchObject([{ type: "events", events: [{ seq: published_seq }] }]);
  }
  await Promise.all(readers.map(({ close }) => close()));
});

interface Reader {
  readonly messages: readonly LiveMessage[];
  /** Settles with the first message after the greeting. */
  readonly heard: Promise<void>;
  readonly close: () => Promise<void>;
}

async function openReader(url: string, group: number): Promise<Reader> {
  const socket = openLiveSocket(url, `2001:db8:0:${group.toString(16)}::1`);
  const messages: LiveMessage[] = [];
  const greeted = Promise.withResolvers<void>();
  const heard = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  socket.addEventListener("message", ({ data }) => {
    messages.push(v.parse(LiveMessage, JSON.parse(String(data))));
    if (messages.length === 1) greeted.resolve();
    else heard.resolve();
  });
  socket.addEventListener("error", () => greeted.reject(new Error("a reader could not connect")));
  socket.addEventListener("close", () => closed.resolve());
  await greeted.promise;
  return {
    messages,
    heard: heard.promise,
    close: () => {
      socket.close();
      return closed.promise;
    },
  };
}
