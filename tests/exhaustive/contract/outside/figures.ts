/** Figures, verdicts and the ranking by the formulas of `/en/instruction`. */
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

interface Figures {
  readonly W: number;
  readonly n: number;
  readonly S: number;
  readonly m: number | null;
  readonly e: number | null;
  readonly b: number | null;
  readonly edge: number | null;
}

function figuresOf(record: Tallied): Figures {
  const [W, L, D] = [record.of("won"), record.of("lost"), record.of("draw")];
  const n = W + L;
  const S = n + D;
  const [G, Q, N] = [record.gains / 10_000, record.squares / 10_000 ** 2, record.net / 10_000];
  const m = per(N, S);
  const b = per(G, W);
  const e = S < 2 || m === null ? null : Math.sqrt(Math.max(0, Q + L - S * m * m) / (S - 1) / S);
  const hasEdge = n >= 30 && b !== null && m !== null && e !== null;
  const byRate = hasEdge ? N / Math.sqrt(n * b) : null;
  const edge =
    byRate === null || m === null || e === null ? null : e === 0 ? byRate : Math.min(byRate, m / e);
  return { W, n, S, m, e, b, edge };
}

export interface Looks {
  readonly lookedAt: number;
  readonly leastEdge: number;
}

export function looksOf({ traders }: Rebuilt): Looks {
  const all = [...traders.values()].map(({ record }) => figuresOf(record));
  const lookedAt = all.filter(({ n }) => n >= 30).length;
  const edges = all.flatMap(({ edge }) => (edge !== null && edge > Z ? [edge] : [])).sort((a, b) => b - a);
  let leastEdge = Infinity;
  for (const [index, edge] of edges.entries()) {
    if (above(edge) > 0.025 / (lookedAt - index)) break;
    leastEdge = edge;
  }
  return { lookedAt, leastEdge };
}

/** Every field of `statistics`. A record that is looked at alone has no `leastEdge`. */
export function statisticsOf(record: Tallied, leastEdge = Z): object {
  const { W, n, S, m, e, b, edge } = figuresOf(record);
  const L = n - W;
  const interval = wilson(W, n);
  const breakEven = b === null ? null : 1 / (1 + b);
  const isCandidate = edge !== null && edge > Z;
  const isAbove = isCandidate && edge >= leastEdge;
  const isBelow =
    (m !== null && e !== null && m + Z * e < 0) ||
    (breakEven !== null && interval !== null && interval.high < breakEven);
  const verdict =
    n < 30 ? "none" : isAbove ? "above" : !isCandidate && isBelow ? "below" : "not_distinguishable";
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
    verdict,
    above_alone: isCandidate && !isAbove,
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
  return [...traders.values()]
    .map(({ handle, record }, joined) => {
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
