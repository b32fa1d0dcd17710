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

/** The answer, and every place in which a 200 breaks its contract; of a list's entries, the first for each field. */
export function breachInWords(
  { status, inWords }: Answer,
  issues: readonly v.BaseIssue<unknown>[] = [],
): string {
  if (status !== 200) return inWords;
  const breaches = new Map<string, string>();
  for (const issue of issues) {
    const path = v.getDotPath(issue) ?? "body";
    const field = path.replaceAll(/\b\d+\b/g, "*");
    if (!breaches.has(field)) breaches.set(field, `${path}: ${issue.message}`);
  }
  return [inWords, ...breaches.values()].join("; ");
}
