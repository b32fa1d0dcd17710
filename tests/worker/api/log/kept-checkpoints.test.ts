/** A stored checkpoint cannot be changed in the database. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { addSomeTrader, createRecord } from "#tests/worker/api/signals/record.ts";
import { keepSomeCheckpoint } from "./some-checkpoint.ts";

const COLUMNS = "(size, note, first_cosignatures, first_witnessed_at, last_cosignatures, last_witnessed_at)";

describe("a witnessed checkpoint", () => {
  beforeAll(async () => {
    const record = createRecord();
    await addSomeTrader(record);
    await addSomeTrader(record);
    await keepSomeCheckpoint();
  });

  it.each([
    ["deleted", "DELETE FROM log_checkpoints", "checkpoints stay"],
    [
      "replaced",
      `REPLACE INTO log_checkpoints ${COLUMNS} VALUES (1, char(10) || '1' || char(10), 'x', 5, 'x', 5)`,
      "not a new one",
    ],
    [
      "made of entries that are not there",
      `INSERT INTO log_checkpoints ${COLUMNS} VALUES (9, char(10) || '9' || char(10), 'x', 5, 'x', 5)`,
      "not a new one",
    ],
    [
      "of another size than its note",
      `INSERT INTO log_checkpoints ${COLUMNS} VALUES (2, char(10) || '1' || char(10), 'x', 5, 'x', 5)`,
      "CHECK constraint failed",
    ],
    [
      "seen by nobody",
      `INSERT INTO log_checkpoints ${COLUMNS} VALUES (2, char(10) || '2' || char(10), '', 5, '', 5)`,
      "CHECK constraint failed",
    ],
    ["given another note", "UPDATE log_checkpoints SET note = note || 'x'", "first stays"],
    ["given another size", "UPDATE log_checkpoints SET size = 2", "first stays"],
    ["seen earlier", "UPDATE log_checkpoints SET first_witnessed_at = 1", "first stays"],
    ["cosigned by others first", "UPDATE log_checkpoints SET first_cosignatures = 'other'", "first stays"],
    ["seen last before", "UPDATE log_checkpoints SET last_witnessed_at = 1999", "first stays"],
  ])("cannot be %s", async (_, statement, words) => {
    await expect(env.DB.prepare(statement).run()).rejects.toThrow(words);
  });

  it("can be witnessed again later", async () => {
    await env.DB.prepare(
      "UPDATE log_checkpoints SET last_cosignatures = 'new', last_witnessed_at = 3000",
    ).run();
    const row = await env.DB.prepare(
      "SELECT first_witnessed_at, last_witnessed_at FROM log_checkpoints",
    ).first();
    expect(row).toEqual({ first_witnessed_at: 1000, last_witnessed_at: 3000 });
  });
});
