import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { LIVE_ROOMS } from "#shared/limits/live.ts";
import { addSomeTrader, createRecord, signalBy } from "#tests/worker/api/signals/record.ts";
import { announceToRooms } from "#worker/api/live/index.ts";
import { publishSignal } from "#worker/api/signals/index.ts";
import { join, roomNamed, until } from "./room-reader.ts";

const record = createRecord();

afterEach(() => {
  vi.restoreAllMocks();
});

async function announce(seq?: number, log: (entry: object) => void = (entry) => expect(entry).toBeNull()) {
  await announceToRooms({ signalRoom: env.SIGNAL_ROOM, log }, seq);
}

async function publish(trader: string): Promise<number> {
  return (await publishSignal(record.deps, signalBy(trader, record))).published_seq;
}

it("an announcement reaches readers in every room once, awake or hibernated", async () => {
  const trader = await addSomeTrader(record);
  const names = Array.from({ length: LIVE_ROOMS }, (_, number) => `room-${number}`);
  const readers = await Promise.all(names.map((name) => join(roomNamed(name))));
  const seqs: number[] = [];
  for (let round = 0; round < 2; round += 1) {
    for (const name of names.slice(8)) await evictDurableObject(roomNamed(name), { webSockets: "hibernate" });
    const seq = await publish(trader);
    seqs.push(seq);
    await announce(seq);
    await announce(seq);
    for (const reader of readers) await until(() => expect(reader.seqs()).toEqual(seqs));
  }
});

it("an announcement reaches all other rooms if one fails, and that one by the job of the next minute", async () => {
  const trader = await addSomeTrader(record);
  const [failing, other] = await Promise.all(["room-3", "room-4"].map((name) => join(roomNamed(name))));
  await runInDurableObject(roomNamed("room-3"), (instance) =>
    Reflect.set(instance, "catchUp", () => Promise.reject(new Error("no memory"))),
  );
  const logged: object[] = [];
  const seq = await publish(trader);
  await announce(seq, (entry) => logged.push(entry));
  await until(() => expect(other?.seqs()).toEqual([seq]));
  expect(failing?.seqs()).toEqual([]);
  expect(logged).toMatchObject([
    { event: "announcement_failed", room: 3, seq, error: { message: "no memory" } },
  ]);

  await runInDurableObject(roomNamed("room-3"), (instance) => Reflect.deleteProperty(instance, "catchUp"));
  await announce();
  await until(() => expect(failing?.seqs()).toEqual([seq]));
  expect(other?.seqs()).toEqual([seq]);
});

it("an announcement that fails altogether never fails a write, and is logged", async () => {
  const logged: object[] = [];
  const deps = {
    ...record.deps,
    log: (entry: object) => logged.push(entry),
    announce: () => {
      throw new Error("no room");
    },
  };
  const { id } = await publishSignal(deps, signalBy(await addSomeTrader(record), record));
  expect(await record.signalOf(id)).toMatchObject({ outcome: "open" });
  expect(logged).toMatchObject([{ level: "error", event: "announcement_failed" }]);
});
