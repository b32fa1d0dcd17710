/** When a live room reads the record, and what its readers get of it. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { addSomeTrader, createRecord, signalBy } from "#tests/worker/api/signals/record.ts";
import { publishSignal } from "#worker/api/signals/index.ts";
import { watchBatches } from "../before-batches.ts";
import { createRoom, join, until } from "./room-reader.ts";

const record = createRecord();

type StartedRoom = ReturnType<typeof createRoom>;

async function publish(trader: string): Promise<number> {
  return (await publishSignal(record.deps, signalBy(trader, record))).published_seq;
}

/** What the room asks of its database from now on goes by these acts. */
async function watchReadings(room: StartedRoom, before: () => unknown, after?: () => unknown): Promise<void> {
  await runInDurableObject(room, (instance) =>
    Reflect.set(instance, "env", { ...env, DB: watchBatches(before, after) }),
  );
}

/** The room's next readings have been made and do not come in until they are released. */
async function holdReadings(room: StartedRoom) {
  const [made, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let readings = 0;
  await watchReadings(
    room,
    () => (readings += 1),
    async () => {
      made.resolve();
      await gate.promise;
    },
  );
  return {
    made: () => runInDurableObject(room, () => made.promise),
    release: () => runInDurableObject(room, () => gate.resolve()),
    readings: () => readings,
  };
}

it("a room reads the record once for an announcement, and not for a late or repeated one", async () => {
  const trader = await addSomeTrader(record);
  const room = createRoom();
  const readers = [await join(room), await join(room)];
  let readings = 0;
  await watchReadings(room, () => (readings += 1));
  const seqs = [await publish(trader), await publish(trader)];
  for (const seq of [...seqs.toReversed(), ...seqs]) await room.announce(seq);
  for (const reader of readers) await until(() => expect(reader.seqs()).toEqual(seqs));
  expect(readings).toBe(1);
});

it("a room without readers does not read the record, and whoever joins later misses nothing", async () => {
  const trader = await addSomeTrader(record);
  const room = createRoom();
  const leaving = await join(room);
  leaving.socket.close(1000);
  await until(() => expect(leaving.closed.code).toBe(1000));
  let readings = 0;
  await watchReadings(room, () => (readings += 1));
  const missed = await publish(trader);
  await room.announce(missed);
  await room.announce();
  expect(readings).toBe(0);

  const reader = await join(room, `?after=${missed - 1}`);
  await until(() => expect(reader.seqs()).toEqual([missed]));
  const next = await publish(trader);
  await room.announce(next);
  await until(() => expect(reader.seqs()).toEqual([missed, next]));
});

it("readers whose seq is beyond the ledger share a reading, and are told to reload", async () => {
  const room = createRoom();
  await join(room);
  const held = await holdReadings(room);
  const joining = Array.from({ length: 20 }, () => join(room, "?after=999999999"));
  await until(async () => {
    const waiting = await runInDurableObject(room, (instance) => Reflect.get(instance, "joining"));
    expect(waiting).toBe(20);
  });
  await held.release();
  for (const reader of await Promise.all(joining))
    await until(() => expect(reader.messages).toMatchObject([{ type: "reset" }]));
  expect(held.readings()).toBeLessThanOrEqual(2);
});

it("a reader misses no event that is announced while the record is read for this reader", async () => {
  const trader = await addSomeTrader(record);
  const room = createRoom();
  const held = await holdReadings(room);
  const joining = join(room);
  await held.made();
  const seq = await publish(trader);
  const telling = room.announce(seq);
  await held.release();
  await telling;
  const reader = await joining;
  await until(() => expect(reader.seqs()).toEqual([seq]));
});

it("a reader misses no event that is announced while the record is read for readers who have left", async () => {
  const trader = await addSomeTrader(record);
  const room = createRoom();
  const leaving = await join(room);
  const held = await holdReadings(room);
  const first = await publish(trader);
  const telling = room.announce(first);
  await held.made();
  leaving.socket.close(1000);
  await until(() => expect(leaving.closed.code).toBe(1000));
  const second = await publish(trader);
  await room.announce(second);
  await held.release();
  await telling;

  const next = await join(room, `?after=${first}`);
  await until(() => expect(next.messages.at(-1)).toEqual({ type: "ready", seq: second }));
  expect(next.seqs()).toEqual([second]);
});

it("a reader gets events of a failed reading with the next announcement", async () => {
  const trader = await addSomeTrader(record);
  const room = createRoom();
  const reader = await join(room);
  let isAway = true;
  await watchReadings(room, () => {
    if (isAway) throw new Error("The database is away");
  });
  const first = await publish(trader);
  await runInDurableObject(room, async (instance) => {
    await expect(instance.announce(first)).rejects.toThrow("The database is away");
  });
  isAway = false;
  const second = await publish(trader);
  await room.announce(second);
  await until(() => expect(reader.seqs()).toEqual([first, second]));
});

it("an announcement without a seq, during a reading as well, removes an erased name from memory", async () => {
  const trader = await addSomeTrader(record);
  const room = createRoom();
  const reader = await join(room);
  const seqs = [await publish(trader)];
  const held = await holdReadings(room);
  const telling = [room.announce(seqs[0])];
  await held.made();
  await env.DB.prepare("UPDATE traders SET name = 'Erased' WHERE handle = ?1").bind(trader).run();
  seqs.push(await publish(trader));
  telling.push(room.announce(), room.announce(seqs[1]));
  await held.release();
  await Promise.all(telling);

  const late = await join(room, `?after=${Number(seqs[0]) - 1}`);
  await until(() => expect(late.seqs()).toEqual(seqs));
  const names = late.messages.flatMap((message) =>
    message.type === "events" ? message.events.map(({ signal }) => signal.trader.name) : [],
  );
  expect(names).toEqual(["Erased", "Erased"]);
  await until(() => expect(reader.seqs()).toEqual(seqs));
});
