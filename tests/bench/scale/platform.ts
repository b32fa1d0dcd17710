/** Cloudflare's limits and prices, Workers Paid, read in November 2026 in the pages that worker/SCALE.md names by number. */

export const LIMITS = {
  /** One query at a time [3]. */
  databaseSeconds: 1,
  /** Of one object, a second [5]. */
  objectCalls: 1_000,
  /** Of one request [1]. */
  subrequests: 10_000,
  /** Of one request, as long as wrangler.toml names no other [1]. */
  cpuMs: 30_000,
  /** Of one request [6]. */
  points: 250,
} as const;

export const DAYS_OF_A_MONTH = 30;

/** An object that is awake is charged with 128 MB. */
export const OBJECT_GB = 0.128;

interface Price {
  /** In a month. */
  readonly included: number;
  readonly dollarsPerMillion: number;
}

export const PRICES = {
  "Workers, requests [2]": { included: 10e6, dollarsPerMillion: 0.3 },
  "Workers, CPU ms [2]": { included: 30e6, dollarsPerMillion: 0.02 },
  "D1, rows read [4]": { included: 25e9, dollarsPerMillion: 0.001 },
  "D1, rows written [4]": { included: 50e6, dollarsPerMillion: 1 },
  "Objects, requests [5]": { included: 1e6, dollarsPerMillion: 0.15 },
  "Objects, GB-seconds [5]": { included: 400_000, dollarsPerMillion: 12.5 },
  "Analytics Engine, points [6]": { included: 10e6, dollarsPerMillion: 0.25 },
  "Workers Logs, lines [7]": { included: 20e6, dollarsPerMillion: 0.6 },
} as const satisfies Record<string, Price>;

/** Of what is charged: how much was used, by the name of its price. */
export type Usage = Readonly<Record<keyof typeof PRICES, number>>;

export function monthlyDollars(usage: Usage): Readonly<Record<keyof typeof PRICES, number>> {
  const costOf = (name: keyof typeof PRICES) => {
    const { included, dollarsPerMillion } = PRICES[name];
    return (Math.max(0, usage[name] - included) / 1e6) * dollarsPerMillion;
  };
  return mapUsage(costOf);
}

export function mapUsage(amountOf: (name: keyof typeof PRICES) => number): Usage {
  return {
    "Workers, requests [2]": amountOf("Workers, requests [2]"),
    "Workers, CPU ms [2]": amountOf("Workers, CPU ms [2]"),
    "D1, rows read [4]": amountOf("D1, rows read [4]"),
    "D1, rows written [4]": amountOf("D1, rows written [4]"),
    "Objects, requests [5]": amountOf("Objects, requests [5]"),
    "Objects, GB-seconds [5]": amountOf("Objects, GB-seconds [5]"),
    "Analytics Engine, points [6]": amountOf("Analytics Engine, points [6]"),
    "Workers Logs, lines [7]": amountOf("Workers Logs, lines [7]"),
  };
}
