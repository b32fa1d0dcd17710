import { expect, test } from "vitest";
import { normalTail } from "#shared/record/normal-tail.ts";

// Tables of the standard normal distribution, to 16 digits.
test.each([
  [0, 0.5],
  [1, 0.1586552539314571],
  [1.96, 0.02499789514822044],
  [2.5, 0.006209665325776132],
  [3, 0.001349898031630095],
  [5, 2.866515718791939e-7],
  [10, 7.619853024160527e-24],
])("the normal distribution's share above %d equals the table's", (z, share) => {
  expect(normalTail(z) / share).toBeCloseTo(1, 13);
});

test("the share decreases throughout, also where the formula changes", () => {
  for (let z = 0; z < 8; z += 0.01) expect(normalTail(z + 0.01)).toBeLessThan(normalTail(z));
});
