/** Asks the sources of prices again for the quotes on the record (`--prices`). */
import type { LedgerEntry } from "#shared/contracts/ledger.ts";
import type { Quote } from "#shared/contracts/prices.ts";
import { comparePrices } from "#shared/record/price-rule.ts";
import { createAskSource, isOutOfReach, type SourceAnswer } from "#worker/api/prices/ask-source.ts";
import type { Verdict } from "./verdict.ts";

interface Question {
  /** The entry with the quote. */
  readonly seq: number;
  readonly address: string;
  readonly asset: string;
  readonly momentMs: number;
  readonly quote: Quote;
  /** False if the record does not say which moment had been asked for, so that the answer may have other bytes. */
  readonly isSame: boolean;
}

/** `most` questions at random, or all. */
export function createPriceCheck(most: number) {
  const published = new Map<string | null, { asset: string; entry_at: string; expires_at: string }>();
  const questions = new Map<string, Question>();

  function addQuestions({
    seq,
    signal_id,
    payload,
  }: Extract<LedgerEntry, { kind: "settled" | "voided" }>): void {
    const signal = published.get(signal_id);
    if (!signal || !("prices" in payload)) return;
    const { asset, entry_at, expires_at } = signal;
    for (const { address, entry, expiry, later } of payload.prices ?? []) {
      const add = (quote: Quote | null | undefined, moment: string | undefined, isSame: boolean) => {
        if (!quote || moment === undefined) return;
        const question = { seq, address, asset, momentMs: Date.parse(moment), quote, isSame };
        questions.set(`${address} ${asset} ${moment}`, question);
      };
      add(later, later?.at, false);
      add(entry, entry_at, true);
      add(expiry, expires_at, true);
    }
  }

  return {
    onEntry(entry: LedgerEntry): void {
      if (entry.kind === "published") published.set(entry.signal_id, entry.payload);
      else if (entry.kind === "settled" || entry.kind === "voided") addQuestions(entry);
    },
    async verdict(): Promise<Verdict> {
      const chosen = shuffled([...questions.values()]).slice(0, most);
      const askSource = createAskSource(new AbortController().signal);
      const results = await Promise.all(
        chosen.map(async (question) => {
          const answer = await ask(askSource, question);
          return { ...question, answer, difference: differenceOf(question, answer) };
        }),
      );
      const differing = results.filter(({ difference }) => difference !== null);
      const silent = results.filter(({ answer }) => answer.kind === "fault" || answer.kind === "unasked");
      const where = [...new Set(silent.map(({ address }) => address))].join(", ");
      return {
        lines: [
          `Price sources were asked again for ${chosen.length} of ${questions.size} quotes: ` +
            `${chosen.length - differing.length - silent.length} match the record, ${differing.length} do not` +
            (silent.length === 0 ? "." : `, ${silent.length} got no answer from ${where}.`),
        ],
        faults: differing.map(({ difference }) => String(difference)),
      };
    },
  };
}

/** The record has addresses without their scheme. */
async function ask(
  askSource: ReturnType<typeof createAskSource>,
  { address, asset, momentMs }: Question,
): Promise<SourceAnswer> {
  const answer = await askSource({ address, url: `https://${address}` }, asset, momentMs);
  if (answer.kind !== "unasked" && !isOutOfReach(answer)) return answer;
  return askSource({ address, url: `http://${address}` }, asset, momentMs);
}

/** Null if the answer is as on the record, or if there is none. */
function differenceOf(
  { seq, address, asset, momentMs, quote, isSame }: Question,
  answer: SourceAnswer,
): string | null {
  if (answer.kind === "fault" || answer.kind === "unasked") return null;
  const begin =
    `${address} no longer gives the quote of ledger line ${seq} for ${asset} at ${new Date(momentMs).toISOString()}: ` +
    `${quote.price} of ${quote.at}. It says`;
  if (answer.kind === "none") return `${begin} that there is no quote.`;
  const { price, at, sha256 } = answer.quote;
  if (at !== quote.at || comparePrices(price, quote.price) !== 0) return `${begin} ${price} of ${at}.`;
  return isSame && sha256 !== quote.sha256
    ? `${begin} the same price in other bytes, with the hash ${sha256}.`
    : null;
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
