import { expect, it } from "vitest";
import { FORMULAS } from "#client/pages/verify/record-formulas.ts";
import { PublishedPayload } from "#shared/contracts/ledger.ts";

const reference = Object.values(FORMULAS).flat().join("\n");
const namesIn = (line: RegExp) => line.exec(reference)?.[1]?.split(/[,;]\s*/) ?? [];

it("the reference names every field of the entry that publishes a signal, and what an absent one is", () => {
  const fields = Object.entries(PublishedPayload.entries).map(([name, { type }]) => ({
    name,
    isOptional: type === "exact_optional",
  }));
  const published = namesIn(/^published: +\{ (trader, .*) \}$/m).map((field) => field.split(":")[0]);
  expect(published).toEqual(fields.map(({ name, isOptional }) => (isOptional ? `${name}?` : name)));
  const absent = namesIn(/^absent: (.*)$/m).map((field) => field.split(" = ")[0]);
  expect(absent).toEqual(
    expect.arrayContaining(fields.flatMap(({ name, isOptional }) => (isOptional ? name : []))),
  );
});
