/**
 * The API's answers to pages, in this isolate's memory for as long as a page made from them counts as fresh: however many
 * addresses show them, the API is asked once a second. Anybody's answers alike, because pages are rendered for nobody in
 * particular. Never written to by those who read them.
 */
import type { Freshness } from "./freshness.ts";

export interface KeptAnswer {
  /** Parsed JSON. */
  readonly body: unknown;
  readonly askedAtMs: number;
}

export interface KeptAnswers {
  /** By origin, path and query. */
  find(address: string): KeptAnswer | null;
  /** Passes over an answer that is gone already. */
  keep(address: string, answer: KeptAnswer): void;
}

export function createKeptAnswers(freshness: Freshness, maxEntries = 64): KeptAnswers {
  // A Map remembers insertion order, so the first entry is the oldest.
  const answers = new Map<string, KeptAnswer>();

  return {
    find(address) {
      const answer = answers.get(address);
      return answer && freshness.of(answer.askedAtMs) === "fresh" ? answer : null;
    },
    keep(address, answer) {
      if (freshness.of(answer.askedAtMs) === "gone") return;
      answers.delete(address);
      answers.set(address, answer);
      const [oldest] = answers.keys();
      if (answers.size > maxEntries && oldest !== undefined) answers.delete(oldest);
    },
  };
}
