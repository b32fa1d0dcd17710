import { describe, expect, it } from "vitest";
import { regionOf, roomAbove, roomName, ROOT_ROOM } from "#worker/api/live/rooms.ts";
import { roomNamed, roomsBelow } from "./room-reader.ts";

describe("the region of a reader", () => {
  it.each([
    ["AF", "afr"],
    ["AN", "oc"],
    ["AS", "apac"],
    ["EU", "weur"],
    ["NA", "enam"],
    ["OC", "oc"],
    ["SA", "sam"],
    ["T1", "weur"],
    ["eu", "weur"],
    ["", "weur"],
    [undefined, "weur"],
  ])("on %s is %s", (continent, region) => {
    expect(regionOf(continent)).toBe(region);
  });
});

describe("the parent room", () => {
  it.each([
    ["weur-0", ROOT_ROOM],
    ["weur-1", "weur-0"],
    ["apac-127", "apac-0"],
    [ROOT_ROOM, null],
    [crypto.randomUUID(), null],
  ])("%s is %s", (name, above) => {
    expect(roomAbove(name)).toBe(above);
  });

  it("is known to every room, because the platform gives a Durable Object its name", async () => {
    await roomNamed(roomName("sam", 3)).register("nobody");
    const children = await Promise.all(["sam-0", ROOT_ROOM].map(roomsBelow));
    expect(children).toEqual([["sam-3"], ["sam-0"]]);
  });
});
