import { expect, it } from "vitest";
import { noteVisit, readVisit } from "#client/pages/watch/last-visit.ts";
import { mapStorage } from "#tests/client/map-storage.ts";
import { LAST_VISIT_KEY } from "#shared/site/storage-names.ts";

const at = "2026-03-01T07:20:00.000Z";

function storageWith(kept: string | null = null) {
  const entries = new Map(kept === null ? [] : [[LAST_VISIT_KEY, kept]]);
  return () => mapStorage(entries);
}

it("the last visit is remembered for each member of a device", () => {
  const storage = storageWith();
  expect(readVisit(storage, "a")).toBeNull();
  noteVisit(storage, "a", { seq: 7, at });
  noteVisit(storage, "b", { seq: 3, at });
  expect(readVisit(storage, "a")).toEqual({ seq: 7, at });
  expect(readVisit(storage, "b")).toEqual({ seq: 3, at });
});

it("what a tab with older signals notes makes nothing new again", () => {
  const storage = storageWith();
  noteVisit(storage, "a", { seq: 7, at });
  noteVisit(storage, "a", { seq: 5, at });
  expect(readVisit(storage, "a")?.seq).toBe(7);
});

it.each(["", "no JSON", "null", '{"a":7}'])("%j in storage counts as no visit", (kept) => {
  const storage = storageWith(kept);
  expect(readVisit(storage, "a")).toBeNull();
  noteVisit(storage, "a", { seq: 7, at });
  expect(readVisit(storage, "a")?.seq).toBe(7);
});
