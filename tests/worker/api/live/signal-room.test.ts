import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { afterEach, describe, expect, it, vi } from "vitest";
import { LIVE_BACKLOG_LIMIT } from "#shared/contracts/live.ts";
import { addSomeTrader, createRecord, signalBy } from "#tests/worker/api/signals/record.ts";
import { readLivePage } from "#worker/api/live/read-events.ts";
import { publishSignal, settleSignal, voidSignal } from "#worker/api/signals/index.ts";
import { createRoom, fillRoom, join, knock, readFrom, until } from "./room-reader.ts";
import { MAX_LIVE_SOCKETS_PER_ADDRESS } from "#shared/limits/live.ts";
import { EVIDENCE } from "#tests/support/chained.ts";

const record = createRecord();

afterEach(() => {
  vi.restoreAllMocks();
});

async function head(): Promise<number> {
  return (await readLivePage(drizzle(env.DB), { limit: 1 })).seq;
}

async function publish(trader: string) {
  return publishSignal(record.deps, signalBy(trader, record));
}

describe("a reader in a live room", () => {
  it("starts at the current seq if it gives none", async () => {
    const trader = await addSomeTrader(record);
    await publish(trader);
    const reader = await join(createRoom());
    await until(() => expect(reader.messages).toHaveLength(1));
    expect(reader.messages).toEqual([{ type: "ready", seq: await head() }]);
  });

  it("gets a published, a settled and a voided signal, each once and in order", async () => {
    const trader = await addSomeTrader(record);
    const room = createRoom();
    const readers = [await join(room), await join(room), await join(room)];
    const [kept, withdrawn] = [await publish(trader), await publish(trader)];
    await room.announce(withdrawn.published_seq);
    record.clock.ms = Date.parse(kept.expires_at);
    await settleSignal(record.deps, kept.id, "lost", EVIDENCE);
    await room.announce(await head());
    await voidSignal(record.deps, withdrawn.id, "The price feed was wrong.");
    await room.announce(await head());

    const first = kept.published_seq;
    const bookmark = expect.stringMatching(/^[0-9a-f]{8}-/);
    for (const reader of readers) {
      await until(() => expect(reader.seqs()).toEqual([first, first + 1, first + 2, first + 3]));
      expect(reader.messages.at(-1)).toMatchObject({ type: "events", bookmark });
      const events = reader.messages.flatMap((message) => (message.type === "events" ? message.events : []));
      expect(events[0]).toEqual({ seq: first, kind: "published", signal: kept });
      expect(events[2]).toMatchObject({ kind: "settled", signal: { id: kept.id, outcome: "lost" } });
      expect(events[3]).toMatchObject({
        kind: "voided",
        signal: { id: withdrawn.id, outcome: "void", void_reason: "The price feed was wrong." },
      });
    }
  });

  it("is told to reload if it missed more events than are sent", async () => {
    const trader = await addSomeTrader(record);
    const before = await head();
    for (let count = 0; count <= LIVE_BACKLOG_LIMIT; count += 1) await publish(trader);
    const room = createRoom();
    const tooLate = await join(room, `?after=${before}`);
    const justInTime = await join(room, `?after=${before + 1}`);
    await until(() => expect(tooLate.messages).toMatchObject([{ type: "reset", seq: before + 101 }]));
    await until(() => expect(justInTime.seqs()).toHaveLength(LIVE_BACKLOG_LIMIT));

    const next = await publish(trader);
    await room.announce(next.published_seq);
    await until(() => expect(tooLate.seqs()).toEqual([next.published_seq]));
  });

  it("is told to reload if the record ends before what it has been sent", async () => {
    const room = createRoom();
    const reader = await join(room);
    const seq = await head();
    await runInDurableObject(room, (_instance, state) => {
      for (const socket of state.getWebSockets()) socket.serializeAttachment({ seq: seq + 10 });
    });
    await room.announce();
    await until(() => expect(reader.messages.at(-1)).toMatchObject({ type: "reset", seq }));
  });

  it("is refused with 503 if the room is full", async () => {
    const room = createRoom();
    await fillRoom(room);
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const answer = await knock(room);
    expect(JSON.stringify(warn.mock.calls)).toContain("live_room_full");
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "60"]);
    expect(await answer.json()).toMatchObject({ code: "room_full" });
  });

  it("is refused with 429 if its address has too many readers, until one of them leaves", async () => {
    const room = createRoom();
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const network = (host: number) => `2001:db8:1:2::${host.toString(16)}`;
    const knocks = Array.from({ length: MAX_LIVE_SOCKETS_PER_ADDRESS + 20 }, (_, host) =>
      knock(room, "", network(host)),
    );
    const answers = await Promise.all(knocks);
    const joined = answers.filter(({ status }) => status === 101).map(readFrom);
    const refused = answers.filter(({ status }) => status === 429);
    expect([joined.length, refused.length]).toEqual([MAX_LIVE_SOCKETS_PER_ADDRESS, 20]);
    expect(refused[0]?.headers.get("Retry-After")).toBe("60");
    expect(await refused[0]?.json()).toMatchObject({ code: "throttled" });
    expect((await join(room, "", "2001:db8:1:3::1")).closed.code).toBeNull();
    expect(JSON.stringify(warn.mock.calls)).not.toContain("2001:db8");

    const [leaving] = joined;
    leaving?.socket.close(1000);
    await until(() => expect(leaving?.closed.code).toBe(1000));
    expect((await join(room, "", network(0))).closed.code).toBeNull();
  });

  it("leaves no address in the room", async () => {
    const room = createRoom();
    await join(room, "", "203.0.113.77");
    const tags = await runInDurableObject(room, (_instance, state) =>
      state.getWebSockets().flatMap((socket) => state.getTags(socket)),
    );
    expect(tags).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  });

  it("gets a pong for every ping, and stays", async () => {
    const reader = await join(createRoom());
    for (let count = 0; count < 3; count += 1) reader.socket.send("ping");
    await until(() => expect(reader.raw.slice(1)).toEqual(["pong", "pong", "pong"]));
    expect(reader.closed.code).toBeNull();
  });

  it.each(['{"type":"events"}', "PING", "", "pong", new TextEncoder().encode("ping")])(
    "is disconnected for any other message: %j",
    async (message) => {
      const room = createRoom();
      const [leaving, staying] = [await join(room), await join(room)];
      for (let count = 0; count < 20; count += 1) leaving.socket.send(message);
      await until(() => expect(leaving.closed.code).toBe(1008));
      expect(staying.closed.code).toBeNull();
    },
  );

  it("is disconnected for a message longer than a ping, without effect on the others", async () => {
    const trader = await addSomeTrader(record);
    const room = createRoom();
    const [leaving, staying] = [await join(room), await join(room)];
    leaving.socket.send("x".repeat(65));
    await until(() => expect(leaving.closed.code).toBe(1009));
    const { published_seq } = await publish(trader);
    await room.announce(published_seq);
    await until(() => expect(staying.seqs()).toEqual([published_seq]));
    expect(leaving.seqs()).toEqual([]);
  });
});
