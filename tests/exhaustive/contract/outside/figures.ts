/** Figures and the ranking by the formulas of `/en/verify`. */
import { verdictsOf } from "./evidence.ts";
import type { Rebuilt, Tallied } from "./replay.ts";

const Z = 1.959964;

function per(dividend: number, divisor: number): number | null {
  return divisor === 0 ? null : dividend / divisor;
}

export function wilson(won: number, n: number): { low: number; high: number } | null {
  if (n === 0) return null;
  const p = won / n;
  const half = Z * Math.sqrt((p * (1 - p)) / n + Z ** 2 / (4 * n ** 2));
  const at = (sign: 1 | -1) => (p + Z ** 2 / (2 * n) + sign * half) / (1 + Z ** 2 / n);
  return { low: won === 0 ? 0 : at(-1), high: won === n ? 1 : at(1) };
}

/** Share of the standard normal distribution above `z`, by Simpson's rule. */
function above(z: number): number {
  const [from, to, parts] = [z, Math.max(z, 0) + 12, 20_000];
  const width = (to - from) / parts;
  let sum = 0;
  for (let part = 0; part <= parts; part += 1) {
    const weight = part === 0 || part === parts ? 1 : part % 2 === 1 ? 4 : 2;
    sum += weight * Math.exp(-((from + part * width) ** 2) / 2);
  }
  return (sum * width) / 3 / Math.sqrt(2 * Math.PI);
}

/** `curve`. */
export function curveOf({ points }: Tallied): number[] {
  const values = points.length === 0 ? [] : [0, ...points.map(({ equity }) => equity)];
  if (values.length <= 30) return values;
  return Array.from(
    { length: 30 },
    (_, i) => values[Math.round((i * (values.length - 1)) / 29)] ?? Number.NaN,
  );
}

/** `last_results`. */
export function lastResultsOf({ signals }: Rebuilt, handle: string): string[] {
  return [...signals.values()]
    .filter(({ published, end }) => published.payload.trader === handle && end !== null)
    .slice(-20)
    .map(({ published, outcome, isLate, countsAsLost }) => {
      const isOtc = "is_otc" in published.payload && published.payload.is_otc;
      if (isOtc || (isLate && outcome === "won")) return "uncounted";
      return countsAsLost ? "lost" : outcome;
    });
}

interface Figures {
  readonly W: number;
  readonly n: number;
  readonly S: number;
  readonly m: number | null;
  readonly e: number | null;
  readonly b: number | null;
}

function figuresOf(record: Tallied): Figures {
  const [W, L, D] = [record.of("won"), record.of("lost"), record.of("draw")];
  const n = W + L;
  const S = n + D;
  const [G, Q, N] = [record.gains / 10_000, record.squares / 10_000 ** 2, record.net / 10_000];
  const m = per(N, S);
  const b = per(G, W);
  const e = S < 2 || m === null ? null : Math.sqrt(Math.max(0, Q + L - S * m * m) / (S - 1) / S);
  return { W, n, S, m, e, b };
}

/** Every field of `statistics`. */
export function statisticsOf(record: Tallied): object {
  const { W, n, S, m, e, b } = figuresOf(record);
  const L = n - W;
  const interval = wilson(W, n);
  const breakEven = b === null ? null : 1 / (1 + b);
  const p = per(W, n);
  const names = [
    "won",
    "lost",
    "draw",
    "void",
    "void_lost",
    "void_unpriced",
    "by_prices",
    "open",
    "late",
    "late_won",
    "otc_won",
    "otc_lost",
    "otc_draw",
  ];
  return {
    ...Object.fromEntries(names.map((name) => [name, record.of(name)])),
    settled: S,
    win_rate: p,
    interval,
    break_even: breakEven,
    net: record.net / 10_000,
    expectancy: m,
    expectancy_error: e,
    profit_factor: per(record.gains / 10_000, L),
    payoff_ratio: L === 0 ? null : b,
    max_drawdown: record.drawdown / 10_000,
    recovery_factor: per(record.net, record.drawdown),
    longest_losing_streak: record.longest,
    expected_losing_streak:
      p === null || W === 0 || L === 0 ? null : Math.max(1, Math.log(n * p) / Math.log(1 / (1 - p))),
    sample: n === 0 ? "none" : n < 30 ? "too_few" : n < 100 ? "weak" : n < 500 ? "fair" : "good",
  };
}

export function calibrationOf({ stated }: Tallied): object[] {
  const bins = Map.groupBy([...stated], ([said]) => said - (said % 10));
  return [...bins]
    .sort(([a], [b]) => a - b)
    .map(([from, members]) => {
      const total = (f: (said: number, won: number, n: number) => number) =>
        members.reduce((sum, [said, { won, lost }]) => sum + f(said, won, won + lost), 0);
      const decided = total((_said, _won, n) => n);
      const won = total((_said, one) => one);
      const said = total((one, _won, n) => one * n) / decided / 100;
      return { from, to: from + 9, decided, won, said, rate: won / decided, interval: wilson(won, decided) };
    })
    .filter(({ decided }) => decided > 0);
}

/** Handles as `sort=-rank` has them. */
export function rankingOf({ traders }: Rebuilt): string[] {
  const { verdicts } = verdictsOf([...traders.values()].map(({ bets }) => bets));
  return [...traders.values()]
    .map(({ handle, record, bets }, joined) => {
      if (verdicts[joined] === "above") return { handle, joined, rank: bets.evidence.evidence };
      const { W, n } = figuresOf(record);
      const low = wilson(W, n)?.low ?? -1;
      return { handle, joined, rank: n === 0 ? -1 : n < 30 ? (low - 1) / 2 : low };
    })
    .sort((one, other) => other.rank - one.rank || other.joined - one.joined)
    .map(({ handle }) => handle);
}

/** Win rate that the best of some coin tossers passes as often as not. */
export function bestByChance(decided: readonly number[]): number {
  let [low, high] = [0.5, 1];
  for (let halving = 0; halving < 20; halving += 1) {
    const r = (low + high) / 2;
    const chance = decided.reduce((all, n) => all * (1 - above((r - 0.5) * 2 * Math.sqrt(n))), 1);
    if (chance < 0.5) low = r;
    else high = r;
  }
  return high;
}
