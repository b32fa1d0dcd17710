/** worker/README.md lists every variable and secret that the worker reads, with the defaults of the code. */
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { unstable_readConfig as readWranglerConfig } from "wrangler";
import { Vars } from "#worker/vars.ts";
import { tableUnder } from "#tests/support/markdown-table.ts";

/** Set by `npm start`, never by an operator. */
const NOT_FOR_OPERATORS = new Set(["LOCAL"]);

const described = tableUnder("worker/README.md", "Configuration").map(([name = "", kind, what = ""]) => ({
  name: name.replaceAll("`", ""),
  kind,
  what,
}));

it("the table of variables and secrets lists exactly the ones that the worker reads", () => {
  const read = Object.keys(Vars.entries).filter((name) => !NOT_FOR_OPERATORS.has(name));
  expect(described.map(({ name }) => name).toSorted()).toEqual(read.toSorted());
});

describe("a default value in the table", () => {
  const [byName] = Vars.pipe;
  const defaults = v.getDefaults(byName) as Readonly<Record<string, unknown>>;
  const said = described.flatMap(({ name, what }) => {
    const [, value] = /; (?:by default )?(\w+)$/.exec(what) ?? [];
    return value ? [{ name, value: value === "none" ? "" : value }] : [];
  });

  it("is found for more than ten variables", () => expect(said.length).toBeGreaterThan(10));

  it.each(said)("is the code's default as well: $name is $value", ({ name, value }) => {
    expect(String(defaults[name])).toBe(value);
  });
});

it("wrangler.toml sets no secrets, and only variables that the table describes", () => {
  const { vars } = readWranglerConfig({ config: "wrangler.toml" });
  const variables = new Set(described.filter(({ kind }) => kind === "variable").map(({ name }) => name));
  expect(Object.keys(vars).filter((name) => !variables.has(name))).toEqual([]);
});
