/** What several checks expect of an answer. */
import * as v from "valibot";
import { Problem } from "#shared/contracts/problem.ts";
import { misses, OK, type Verdict } from "./check.ts";
import type { Answer } from "./contract-api.ts";

/** `meaning` says what the status is for. */
export function expectStatus(answer: Answer, statuses: readonly number[], meaning: string): Verdict {
  if (statuses.includes(answer.status)) return OK;
  return misses(`${statuses.join(" or ")} (${meaning})`, answer.inWords);
}

export function expectProblem(answer: Answer, status: number): Verdict {
  if (answer.status === status && v.is(Problem, answer.json)) return OK;
  return misses(`${status} with JSON {detail, code}`, answer.inWords);
}

/** The answer, and the first place in which a 200 breaks its contract. */
export function breachInWords(
  { status, inWords }: Answer,
  issues: readonly v.BaseIssue<unknown>[] = [],
): string {
  const [issue] = issues;
  return status === 200 && issue ? `${inWords}; ${v.getDotPath(issue) ?? "body"}: ${issue.message}` : inWords;
}
