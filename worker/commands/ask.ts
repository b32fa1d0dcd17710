/** Asks questions on the terminal, or of the process piped into the command. */
import { createInterface, type Interface } from "node:readline";
import { StepError } from "./step-error.ts";

export interface Question {
  readonly question: string;
  /** Null for a valid answer. */
  readonly problemOf: (answer: string) => string | null;
}

let terminal: Interface | undefined;
let lines: AsyncIterator<string> | undefined;

/** Asks until an answer is valid; an empty one accepts the proposal. Rejects with a StepError if there is no answer. */
export async function ask({ question, problemOf }: Question, proposal: string): Promise<string> {
  terminal ??= createInterface({ input: process.stdin });
  lines ??= terminal[Symbol.asyncIterator]();
  for (;;) {
    process.stdout.write(`${question}${proposal === "" ? "" : ` [${proposal}]`}: `);
    const { value, done } = await lines.next();
    if (done) throw new StepError(`\nNo answer to: ${question}.`);
    const answer = value.trim() || proposal;
    const problem = problemOf(answer);
    if (problem === null) return answer;
    console.error(problem);
  }
}

/** Lets the process end. */
export function closeQuestions(): void {
  terminal?.close();
}
