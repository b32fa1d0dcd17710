/** Evidence, moments and verdicts by the formulas of `/en/verify`. */
import type { Entry } from "./entries.ts";

const F = [0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5];

interface Staked {
  readonly stake: readonly number[];
  readonly counter: readonly number[];
}

/** What is kept of one trader. */
export class Bets {
  purse = F.map(() => 1);
  against = F.map(() => 1);
  moments = 0;
  hasPublishedUnderARule = false;
  readonly #staked = new Map<string, Staked>();
  readonly #latest = new Map<string, number>();

  publish(id: string, { payout, asset = "", entry_at, expires_at, price_rule }: Entry["payload"]): void {
    const stake = this.purse.map((purse, index) => (F[index] ?? 0) * purse);
    const counter = this.against.map((purse, index) => (F[index] ?? 0) * payout * purse);
    this.#staked.set(id, { stake, counter });
    this.#add(id, -1, -1);
    this.hasPublishedUnderARule ||= price_rule !== undefined;
    const latest = this.#latest.get(asset) ?? -Infinity;
    if (Date.parse(entry_at) >= latest) this.moments += 1;
    this.#latest.set(asset, Math.max(latest, Date.parse(expires_at)));
  }

  /** `outcome` is lost for a void that counts as lost. */
  end(id: string, outcome: string, isByPrices: boolean, { payout, is_late }: Entry["payload"]): void {
    if (!isByPrices || is_late) this.#add(id, outcome === "lost" ? 0 : 1, 1);
    else if (outcome === "won") this.#add(id, 1 + payout, 0);
    else if (outcome === "lost") this.#add(id, 0, 1 + 1 / payout);
    else this.#add(id, 1, 1);
  }

  correct(id: string, outcome: string): void {
    if (outcome === "lost") this.#add(id, -1, 0);
  }

  get evidence() {
    const mean = (purses: readonly number[]) => purses.reduce((sum, purse) => sum + purse, 0) / F.length;
    return { evidence: mean(this.purse), evidence_below: mean(this.against) };
  }

  #add(id: string, stakes: number, counters: number): void {
    const { stake = [], counter = [] } = this.#staked.get(id) ?? {};
    const within = (purse: number) => Math.min(1e100, Math.max(0, purse));
    this.purse = this.purse.map((purse, index) => within(purse + stakes * (stake[index] ?? 0)));
    this.against = this.against.map((purse, index) => within(purse + counters * (counter[index] ?? 0)));
  }
}

/** The verdict on each trader, in their order. */
export function verdictsOf(all: readonly Bets[]): { m: number; mark: number; verdicts: string[] } {
  const m = Math.max(20, all.filter(({ hasPublishedUnderARule }) => hasPublishedUnderARule).length);
  const leastOf = (numbers: readonly number[]) => {
    const ordered = numbers.toSorted((a, b) => b - a);
    let least = Infinity;
    for (const [index, evidence] of ordered.entries())
      if (evidence >= m / (0.05 * (index + 1))) least = evidence;
    return least;
  };
  const above = leastOf(all.map(({ evidence }) => evidence.evidence));
  const below = leastOf(all.map(({ evidence }) => evidence.evidence_below));
  const verdicts = all.map(({ evidence: { evidence, evidence_below } }) =>
    evidence >= above ? "above" : evidence_below >= below ? "below" : "not_shown",
  );
  return { m, mark: m / 0.05, verdicts };
}
