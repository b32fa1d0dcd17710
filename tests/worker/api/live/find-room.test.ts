import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createFindRoom } from "#worker/api/live/find-room.ts";
import { fillRoom, join, readersIn, readFrom, roomNamed } from "./room-reader.ts";
import { MAX_LIVE_SOCKETS_PER_ADDRESS } from "#shared/limits/live.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** An isolate that lets readers in. */
function createDoor(signalRoom = env.SIGNAL_ROOM) {
  const clock = { ms: 0 };
  const logged: object[] = [];
  const findRoom = createFindRoom({ signalRoom, now: () => clock.ms, log: (entry) => logged.push(entry) });
  const knock = (continent?: string, address = "203.0.113.1") => {
    const headers = { Upgrade: "websocket", "X-Forwarded-For": address, "X-Request-Id": "7" };
    return findRoom(new Request("https://tidemark.test/api/live/", { headers }), continent);
  };
  const enter = async (continent?: string) => {
    const answer = await knock(continent);
    expect(answer.status).toBe(101);
    return readFrom(answer);
  };
  return { clock, logged, knock, enter };
}

const readersOf = (...names: string[]) => Promise.all(names.map((name) => readersIn(roomNamed(name))));

describe("a reader is assigned", () => {
  it("to the first room of its region, or of a default region if its own is unknown", async () => {
    const { enter } = createDoor();
    for (const continent of ["EU", "NA", undefined, "T1"]) await enter(continent);
    expect(await readersOf("weur-0", "enam-0")).toEqual([3, 1]);
  });

  it("to the next room if one is full, and so are the readers after it", async () => {
    const { enter, logged } = createDoor();
    await fillRoom(roomNamed("sam-0"));
    await enter("SA");
    await enter("SA");
    expect(await readersOf("sam-0", "sam-1")).toEqual([0, 2]);
    await fillRoom(roomNamed("sam-1"));
    await enter("SA");
    expect(await readersOf("sam-1", "sam-2")).toEqual([2, 1]);
    expect(logged).toEqual([]);
  });

  it("for a minute to the room where this isolate last found space, then to a random one up to there", async () => {
    const { enter, clock } = createDoor();
    for (const name of ["afr-0", "afr-1", "afr-3"]) await fillRoom(roomNamed(name));
    await enter("AF");
    await roomNamed("afr-0").hear({ from: 0, events: [], to: 0, bookmark: null }, false);
    clock.ms = 59_999;
    await enter("AF");
    expect(await readersOf("afr-0", "afr-7")).toEqual([0, 2]);

    vi.spyOn(Math, "random").mockReturnValue(0.1);
    clock.ms = 60_000;
    await enter("AF");
    await enter("AF");
    expect(await readersOf("afr-0", "afr-7")).toEqual([2, 2]);
  });

  it("to no room if eight rooms are full, the last of them far from the first", async () => {
    const { knock, logged } = createDoor();
    for (const number of [0, 1, 3, 7, 15, 31, 63, 127]) await fillRoom(roomNamed(`oc-${number}`));
    const answer = await knock("OC");
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "60"]);
    expect(await answer.json()).toMatchObject({ code: "room_full" });
    expect(logged).toEqual([{ level: "warn", event: "live_rooms_full", requestId: "7", region: "oc" }]);
  });

  it("to the next room if one is overloaded", async () => {
    const overloaded = Object.assign(new Error("Durable Object is overloaded."), { overloaded: true });
    const { enter } = createDoor(withRoom("apac-0", () => Promise.reject(overloaded)));
    await enter("AS");
    expect(await readersOf("apac-1")).toEqual([1]);
  });

  it("to no other room if one fails", async () => {
    const { knock } = createDoor(withRoom("apac-0", () => Promise.reject(new Error("no database"))));
    await expect(knock("AS")).rejects.toThrow("no database");
  });

  it("to no other room if the address has too many readers in one", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const { knock } = createDoor();
    const address = "198.51.100.7";
    const share = Array.from({ length: MAX_LIVE_SOCKETS_PER_ADDRESS }, () =>
      join(roomNamed("weur-0"), "", address),
    );
    await Promise.all(share);
    expect((await knock("EU", address)).status).toBe(429);
    expect(await readersOf("weur-1")).toEqual([0]);
  });
});

/** The rooms, one of which answers otherwise. */
function withRoom(name: string, fetch: () => Promise<Response>): DurableObjectNamespace {
  const getByName = (asked: string) => (asked === name ? { fetch } : roomNamed(asked));
  return { getByName } as unknown as DurableObjectNamespace; // only what findRoom calls
}
