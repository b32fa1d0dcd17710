import { expect, it } from "vitest";
import { createStore } from "#client/ui/store.ts";

it("a store notifies of every change until the listener unsubscribes", () => {
  const { current, set, subscribe } = createStore("a");
  const told: string[] = [];
  const stop = subscribe(() => told.push(current()));
  for (const value of ["a", "b", "b", "c"]) set(value);
  stop();
  set("d");
  expect(told).toEqual(["b", "c"]);
  expect(current()).toBe("d");
});
