import { expect, it } from "vitest";
import { groupsOf } from "#client/pages/admin/review-groups.ts";
import type { Staged, StagedOutcome } from "#client/pages/admin/staged.ts";

function staged(published_seq: number, outcome: StagedOutcome, asset: string, expires_at: string): Staged {
  const signal: Partial<Staged["signal"]> = { published_seq, asset, expires_at };
  return { signal: signal as Staged["signal"], outcome };
}

const LATE = "2026-03-01T12:00:00.000Z";
const EARLY = "2026-03-01T11:00:00.000Z";
const ALL = [
  staged(4, "void", "EUR/USD", LATE),
  staged(3, "lost", "EUR/USD", LATE),
  staged(2, "won", "EUR/USD", LATE),
  staged(1, "draw", "BRK.2", LATE),
  staged(5, "won", "EUR/USD", EARLY),
];

it("settlements on one asset with one expiry share a price, each void stands alone, and the earliest expiry is first", () => {
  const seqs = groupsOf(ALL).map((group) => group.staged.map(({ signal }) => signal.published_seq));
  expect(seqs).toEqual([[5], [1], [2, 3], [4]]);
});

it("what was typed for a group stays its own when its first signal has been sent", () => {
  const [, , before] = groupsOf(ALL);
  const left = ALL.filter(({ signal }) => signal.published_seq !== 2);
  const [, , after] = groupsOf(left);
  expect(after?.staged).toHaveLength(1);
  expect(after?.key).toBe(before?.key);
});

it("a group's key has no full stop, which would separate parts of a field's name", () => {
  const keys = groupsOf(ALL).map(({ key }) => key);
  expect(new Set(keys).size).toBe(4);
  expect(keys.join("")).not.toContain(".");
});
