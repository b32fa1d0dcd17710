/** A stored checkpoint cannot be changed in the database. */
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { beforeAll, describe, expect, it } from "vitest";
import { addSomeTrader, createRecord } from "#tests/worker/api/signals/record.ts";
import { keepCosignatures, listCheckpoints } from "#worker/api/transparency-log/kept-checkpoints.ts";
import { keepSomeCheckpoint } from "./some-checkpoint.ts";

const db = drizzle(env.DB);
const WITNESS = {
  name: "witness.example/w",
  keyId: "01020304",
  publicKey: new Uint8Array(32),
  type: "cosignature",
} as const;
/** A checkpoint of one size whose note tells another, and who has cosigned it. */
const insert = (size: number, noted: number, cosignatures = "x") =>
  `REPLACE INTO log_checkpoints
    (size, note, first_cosignatures, first_witnessed_at, last_cosignatures, last_witnessed_at)
    VALUES (${size}, char(10) || '${noted}' || char(10), '${cosignatures}', 5, '${cosignatures}', 5)`;

describe("a witnessed checkpoint", () => {
  beforeAll(async () => {
    const record = createRecord();
    await addSomeTrader(record);
    await addSomeTrader(record);
    await keepSomeCheckpoint();
  });

  it.each([
    ["deleted", "DELETE FROM log_checkpoints", "checkpoints stay"],
    ["replaced", insert(1, 1), "not a new one"],
    ["made of entries that are not there", insert(9, 9), "not a new one"],
    ["of another size than its note", insert(2, 1), "CHECK constraint failed"],
    ["seen by nobody", insert(2, 2, ""), "CHECK constraint failed"],
    ["given another note", "UPDATE log_checkpoints SET note = note || 'x'", "first stays"],
    ["given another size", "UPDATE log_checkpoints SET size = 2", "first stays"],
    ["seen earlier", "UPDATE log_checkpoints SET first_witnessed_at = 1", "first stays"],
    ["cosigned by others first", "UPDATE log_checkpoints SET first_cosignatures = 'other'", "first stays"],
    ["seen last before", "UPDATE log_checkpoints SET last_witnessed_at = 1999", "first stays"],
  ])("cannot be %s", async (_, statement, words) => {
    await expect(env.DB.prepare(statement).run()).rejects.toThrow(words);
  });

  it("was seen by the end of the first second that its cosignatures name, and by nobody else until the last one begins", async () => {
    const named = (cosignedAtSeconds: number) => ({ verifier: WITNESS, line: "line\n", cosignedAtSeconds });
    const text = "a.example/log\n2\nroot\n";
    const checkpoint = { size: 2, text, note: `${text}\nsignature\n`, kept: null, isBehind: false };
    const [first, ...rest] = keepCosignatures(db, checkpoint, [named(7), named(9)]);
    if (first) await db.batch([first, ...rest]);
    const { results } = await listCheckpoints(db, { limit: 9 });
    expect(results.at(-1)).toMatchObject({
      first_witnessed_at: "1970-01-01T00:00:08.000Z",
      last_witnessed_at: "1970-01-01T00:00:09.000Z",
    });
  });

  it("can be witnessed again later", async () => {
    await env.DB.prepare(
      "UPDATE log_checkpoints SET last_cosignatures = 'new', last_witnessed_at = 3000 WHERE size = 1",
    ).run();
    const row = await env.DB.prepare(
      "SELECT first_witnessed_at, last_witnessed_at FROM log_checkpoints WHERE size = 1",
    ).first();
    expect(row).toEqual({ first_witnessed_at: 1000, last_witnessed_at: 3000 });
  });
});
