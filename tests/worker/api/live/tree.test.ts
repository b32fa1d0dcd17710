/** Announcements through the tree of live rooms. */
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { afterEach, describe, expect, it, vi } from "vitest";
import { addSomeTrader, createRecord, signalBy } from "#tests/worker/api/signals/record.ts";
import { announceToRooms, SignalRoom } from "#worker/api/live/index.ts";
import { readLivePage, readNewestEvents } from "#worker/api/live/read-events.ts";
import { ROOT_ROOM } from "#worker/api/live/rooms.ts";
import { publishSignal } from "#worker/api/signals/index.ts";
import { watchBatches } from "../before-batches.ts";
import { createRoom, join, restartRoom, roomNamed, roomsBelow, until } from "./room-reader.ts";

const record = createRecord();

afterEach(() => {
  vi.restoreAllMocks();
});

async function head(): Promise<number> {
  return (await readLivePage(drizzle(env.DB), { limit: 1 })).seq;
}

async function announce(seq?: number): Promise<void> {
  const log = (entry: object) => expect(entry).toBeNull();
  await announceToRooms({ signalRoom: env.SIGNAL_ROOM, log }, seq);
}

async function publish(trader: string): Promise<number> {
  const { published_seq } = await publishSignal(record.deps, signalBy(trader, record));
  return published_seq;
}

/** Gives the names of the rooms told since. */
function watchTold(): () => string[] {
  const { mock } = vi.spyOn(SignalRoom.prototype, "hear");
  return () => mock.contexts.map((room) => nameOf(Object(room)));
}

function nameOf(room: object): string {
  return Reflect.get(room, "ctx").id.name;
}

describe("an announcement", () => {
  it("reaches each room with readers once, and the record is read once for all", async () => {
    const trader = await addSomeTrader(record);
    const names = ["weur-0", "weur-1", "weur-2", "enam-5", "apac-0"];
    const readers = await Promise.all(names.map((name) => join(roomNamed(name))));
    const told = watchTold();
    let readings = 0;
    await runInDurableObject(roomNamed(ROOT_ROOM), (instance) =>
      Reflect.set(instance, "env", { ...env, DB: watchBatches(() => (readings += 1)) }),
    );
    const seqs = [await publish(trader), await publish(trader)];
    for (const seq of seqs) await announce(seq);
    for (const reader of readers) await until(() => expect(reader.seqs()).toEqual(seqs));
    expect(told().toSorted()).toEqual([...names, "enam-0"].toSorted());
    expect(readings).toBe(1);
  });

  it("reaches readers in the root room, which used to be the only one", async () => {
    const trader = await addSomeTrader(record);
    const readers = [await join(roomNamed(ROOT_ROOM)), await join(roomNamed("afr-0"))];
    const seq = await publish(trader);
    await announce(seq);
    for (const reader of readers) await until(() => expect(reader.seqs()).toEqual([seq]));
  });

  it("reaches readers of a room that hibernated, and of one whose parent did", async () => {
    const trader = await addSomeTrader(record);
    const reader = await join(roomNamed("sam-1"));
    const seqs: number[] = [];
    for (const name of ["sam-1", "sam-0", ROOT_ROOM]) {
      await evictDurableObject(roomNamed(name), { webSockets: "hibernate" });
      seqs.push(await publish(trader));
      await announce(seqs.at(-1));
      await announce(seqs.at(-1));
      await until(() => expect(reader.seqs()).toEqual(seqs));
    }
  });

  it("reaches a reader who reconnects after a restart of all rooms, without gaps or duplicates", async () => {
    const trader = await addSomeTrader(record);
    await join(roomNamed("afr-1"));
    const seen = await publish(trader);
    for (const name of ["afr-1", "afr-0", ROOT_ROOM]) await restartRoom(roomNamed(name));
    const missed = await publish(trader);
    await announce(missed);
    const back = await join(roomNamed("afr-1"), `?after=${seen}`);
    const next = await publish(trader);
    await announce(next);
    await until(() => expect(back.seqs()).toEqual([missed, next]));
  });

  it("reaches all other rooms if one fails, and that one with the next announcement", async () => {
    const trader = await addSomeTrader(record);
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const names = ["oc-0", "oc-1", "oc-2"];
    const [first, failing, last] = await Promise.all(names.map((name) => join(roomNamed(name))));
    await runInDurableObject(roomNamed("oc-1"), (instance) =>
      Reflect.set(instance, "takeOver", () => Promise.reject(new Error("no memory"))),
    );
    const seq = await publish(trader);
    await announce(seq);
    for (const reader of [first, last]) await until(() => expect(reader?.seqs()).toEqual([seq]));
    expect(failing?.seqs()).toEqual([]);
    expect(error.mock.calls.flat().map((line) => JSON.parse(line))).toMatchObject([
      { event: "announcement_failed", room: "oc-1", error: { message: "no memory" } },
    ]);

    await runInDurableObject(roomNamed("oc-1"), (instance) => Reflect.deleteProperty(instance, "takeOver"));
    const next = await publish(trader);
    await announce(next);
    await until(() => expect(failing?.seqs()).toEqual([seq, next]));
    expect(last?.seqs()).toEqual([seq, next]);
  });

  it("by the job that runs every minute reaches readers whom a failed announcement missed", async () => {
    const trader = await addSomeTrader(record);
    const reader = await join(roomNamed("weur-3"));
    const seq = await publish(trader);
    await announce();
    await until(() => expect(reader.seqs()).toEqual([seq]));
    await announce();
    await until(() => expect(reader.seqs()).toEqual([seq]));
  });

  it("that reads the record again removes an erased name from every room's memory", async () => {
    const trader = await addSomeTrader(record);
    const room = roomNamed("apac-2");
    const before = await head();
    await join(room);
    const seq = await publish(trader);
    await announce(seq);
    await env.DB.prepare("UPDATE traders SET name = 'Erased' WHERE handle = ?1").bind(trader).run();
    // What this room has read further itself does not bring the name back.
    const further = await publish(trader);
    await join(room, `?after=${further}`);
    await announce();
    const late = await join(room, `?after=${before}`);
    await until(() => expect(late.seqs()).toEqual([seq, further]));
    const names = late.messages.flatMap((message) =>
      message.type === "events" ? message.events.map(({ signal }) => signal.trader.name) : [],
    );
    expect(names).toEqual(["Erased", "Erased"]);
  });

  it("reaches every reader who joins meanwhile", async () => {
    const trader = await addSomeTrader(record);
    const room = roomNamed("enam-2");
    await join(room);
    const after = await head();
    const joining: ReturnType<typeof join>[] = [];
    const seqs: number[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      seqs.push(await publish(trader));
      const telling = announce(seqs.at(-1));
      joining.push(join(room, `?after=${after}`), join(room, `?after=${seqs.at(-1)}`));
      await telling;
      joining.push(join(room));
    }
    const readers = await Promise.all(joining);
    await until(() => {
      for (const reader of readers) {
        const got = reader.seqs();
        expect(got).toEqual(got.length === 0 ? [] : seqs.slice(-got.length));
        expect(reader.messages.some(({ type }) => type === "ready")).toBe(true);
      }
    });
    const last = await publish(trader);
    await announce(last);
    for (const reader of readers) await until(() => expect(reader.seqs().at(-1)).toBe(last));
    for (const reader of readers) expect(reader.messages.some(({ type }) => type === "reset")).toBe(false);
  });
});

it("a reader misses no event that its room gets while it reads the record for this reader", async () => {
  const trader = await addSomeTrader(record);
  const room = createRoom();
  const [read, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holdBack = async () => {
    read.resolve();
    await gate.promise;
  };
  await runInDurableObject(room, (instance) =>
    Reflect.set(instance, "env", { ...env, DB: watchBatches(() => {}, holdBack) }),
  );
  const joining = join(room);
  await runInDurableObject(room, () => read.promise);
  const seq = await publish(trader);
  const news = { ...(await readNewestEvents(drizzle(env.DB))), bookmark: null };
  await runInDurableObject(room, async (instance) => {
    const telling = instance.hear(news, false);
    gate.resolve();
    await telling;
  });
  const reader = await joining;
  await until(() => expect(reader.seqs()).toEqual([seq]));
});

it("a reader gets no event twice if news arrive late at a room that has hibernated", async () => {
  const trader = await addSomeTrader(record);
  const room = createRoom();
  const reader = await join(room);
  const readNews = async () => ({ ...(await readNewestEvents(drizzle(env.DB))), bookmark: null });
  const seqs = [await publish(trader)];
  const late = await readNews();
  seqs.push(await publish(trader));
  await room.hear(await readNews(), false);
  await evictDurableObject(room, { webSockets: "hibernate" });
  await room.hear(late, false);
  seqs.push(await publish(trader));
  await room.hear(await readNews(), false);
  await until(() => expect(reader.seqs()).toEqual(seqs));
  expect(reader.messages.map(({ type }) => type)).toEqual(["ready", "events", "events"]);
});

it("a reader is told to reload if the record that is read again ends before events already sent", async () => {
  const room = createRoom();
  const reader = await join(room);
  const seq = await head();
  await room.hear({ from: 0, events: [], to: seq + 10, bookmark: null }, false);
  await room.hear({ from: 0, events: [], to: seq, bookmark: null }, true);
  await until(() => expect(reader.messages.at(-1)).toMatchObject({ type: "reset", seq }));
});

describe("a room without readers", () => {
  it("is told once more, then not again until it has a reader, who misses nothing", async () => {
    const trader = await addSomeTrader(record);
    const leaving = await join(roomNamed("sam-9"));
    leaving.socket.close(1000);
    await until(() => expect(leaving.closed.code).toBe(1000));
    const told = watchTold();
    for (let turn = 0; turn < 3; turn += 1) await announce(await publish(trader));
    expect(told().filter((name) => name === "sam-9")).toEqual(["sam-9"]);
    expect(await roomsBelow("sam-0")).not.toContain("sam-9");

    const missed = await publish(trader);
    const next = await join(roomNamed("sam-9"), `?after=${missed - 1}`);
    const last = await publish(trader);
    await announce(last);
    await until(() => expect(next.seqs()).toEqual([missed, last]));
  });

  it("stays in the tree if a reader joins at the moment when it reports that it has none", async () => {
    const trader = await addSomeTrader(record);
    const hear: SignalRoom["hear"] = Reflect.get(SignalRoom.prototype, "hear");
    let arriving: ReturnType<typeof join> | undefined;
    vi.spyOn(SignalRoom.prototype, "hear").mockImplementation(async function (this: SignalRoom, ...news) {
      const isNeeded = await Reflect.apply(hear, this, news);
      if (nameOf(this) === "sam-11" && !isNeeded) {
        arriving = join(roomNamed("sam-11"));
        await arriving;
      }
      return isNeeded;
    });
    const leaving = await join(roomNamed("sam-11"));
    leaving.socket.close(1000);
    await until(() => expect(leaving.closed.code).toBe(1000));
    await announce(await publish(trader));
    const reader = await arriving;
    const seq = await publish(trader);
    await announce(seq);
    await until(() => expect(reader?.seqs()).toEqual([seq]));
  });
});
