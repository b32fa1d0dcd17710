import { describe, expect, it } from "vitest";
import { withoutDatabase } from "#worker/local/without-database.ts";

const REST = '[vars]\nA = "[[d1_databases]]"\n\n';
const AFTER = '[[durable_objects.bindings]]\nname = "X"\n';

describe("wrangler.toml without the database", () => {
  it.each([
    ["in its middle", `${REST}[[d1_databases]]\nbinding = "DB"\ndatabase_id = "0"\n\n${AFTER}`, REST + AFTER],
    ["at its end", `${REST}[[d1_databases]]\nbinding = "DB"`, REST],
    ["twice", `[[d1_databases]]\nbinding = "A"\n[[d1_databases]]\nbinding = "B"\n${AFTER}`, AFTER],
    ["with other ends of lines", `[[d1_databases]]\r\nbinding = "A"\r\n\r\n[x]\r\n`, "[x]\r\n"],
    ["nowhere", REST + AFTER, REST + AFTER],
  ])("is the rest where it stood %s", (_where, toml, expected) => {
    expect(withoutDatabase(toml)).toBe(expected);
  });
});
