import { wordsOfError } from "./error-words.ts";

/** A step of a command failed; the message is for the operator. No later step was run. */
export class StepError extends Error {
  override readonly name = "StepError";
}

/** Rejects with a StepError that puts `failure` before the reason. */
export async function stepOrFail<Result>(failure: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof StepError) throw error;
    throw new StepError(`${failure}.\n${wordsOfError(error)}`);
  }
}
