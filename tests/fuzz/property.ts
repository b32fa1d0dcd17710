/** One claim about one parser, to be tried with as many inputs as a run asks for. */
import process from "node:process";
import * as fc from "fast-check";

export interface Property {
  readonly name: string;
  /** Rejects, with the smallest input that breaks it, the seed and the path to it. */
  readonly check: (run: { readonly runs: number; readonly seed: number }) => Promise<void>;
}

/** No input may keep a parser busy for longer: an isolate serves others meanwhile. */
const MAX_BUSY_MS = 500;

/** `holds` throws where the claim does not hold. */
export function property<Input>(
  name: string,
  inputs: fc.Arbitrary<Input>,
  holds: (input: Input) => void | Promise<void>,
): Property {
  return {
    name,
    check: ({ runs, seed }) =>
      fc.assert(
        fc.asyncProperty(inputs, async (input) => {
          // Time on the processor: a busy machine makes no parser slow.
          const before = process.threadCpuUsage();
          await holds(input);
          const busyMs = process.threadCpuUsage(before).user / 1_000;
          if (busyMs > MAX_BUSY_MS) throw new Error(`took ${Math.round(busyMs)} ms`);
        }),
        { numRuns: runs, seed },
      ),
  };
}

export function claim(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}
