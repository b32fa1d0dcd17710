/** `worker/api/traders/confusables.json` is the part of the package's data that normalised names can contain; `npx vitest run FILE -u` generates it. */
import * as fc from "fast-check";
import unhomoglyph from "unhomoglyph";
import data from "unhomoglyph/data.json" with { type: "json" };
import { expect, it } from "vitest";
import { foldName, skeletonOf } from "#worker/api/traders/resembling-name.ts";

const PASSED_OVER = /[\u0300-\u036f\u2800\p{White_Space}\p{Default_Ignorable_Code_Point}]/gu;
/** Names are compared without them, so which one stands for which does not matter. */
const MARKS = /^[\p{P}\p{S}]+$/u;
const bare = (text: string) => text.normalize("NFKD").replaceAll(PASSED_OVER, "");

it("the list of lookalike characters matches the npm package that it is generated from", async () => {
  const byPrototype: Record<string, string> = {};
  for (const [character, prototype] of Object.entries<string>(data)) {
    if (bare(character) !== character || Array.from(character).length !== 1) continue;
    if (MARKS.test(character) && MARKS.test(prototype)) continue;
    byPrototype[prototype] = (byPrototype[prototype] ?? "") + character;
  }
  await expect(`${JSON.stringify(byPrototype, null, 2)}\n`).toMatchFileSnapshot(
    "../../worker/api/traders/confusables.json",
  );
});

const withoutMarks = (text: string) => text.replaceAll(/[\p{P}\p{S}]/gu, "");

it("names are reduced to the same lookalike form as by the package", () => {
  const alike = fc.constantFrom(...Object.keys(data), ...Array.from("abcmnorw019ILO-. "));
  fc.assert(
    fc.property(fc.array(alike, { maxLength: 8 }), (characters) => {
      const name = characters.join("");
      expect(withoutMarks(skeletonOf(name))).toBe(withoutMarks(foldName(unhomoglyph(bare(name)))));
    }),
    { numRuns: 20_000 },
  );
});
