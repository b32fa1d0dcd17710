import { expect, it } from "vitest";
import { SAMPLE_ROWS } from "#client/pages/instruction/instruction-page.tsx";
import { sampleOf } from "#shared/record/statistics.ts";

/** `too_few` as the texts spell it. */
const textKey = (sample: string) => sample.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

it("the guide's table of sample sizes has the same limits as the statistics", () => {
  const first = SAMPLE_ROWS.map((row) => ("from" in row ? row.from : 1));
  const last = SAMPLE_ROWS.map((row) => ("to" in row ? row.to : "limit" in row ? row.limit - 1 : 1e6));
  expect(first.map((n) => textKey(sampleOf(n)))).toEqual(SAMPLE_ROWS.map(({ sample }) => sample));
  expect(last.map((n) => textKey(sampleOf(n)))).toEqual(SAMPLE_ROWS.map(({ sample }) => sample));
});
