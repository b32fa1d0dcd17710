/** Whether a run held: no error, memory flat, latency at its end as at its start. */
import type { Answered } from "./open-loop.ts";

export interface MemorySample {
  /** Since the run began. */
  readonly atMs: number;
  readonly mib: number;
}

export interface SoakRun {
  readonly ratePerSecond: number;
  readonly durationMs: number;
  readonly answered: readonly Answered[];
  readonly memory: readonly MemorySample[];
  /** Milliseconds until every reader had heard of an event, one for each event. */
  readonly heardMs: readonly number[];
  readonly readers: number;
  readonly errors: readonly string[];
}

export interface SoakVerdict {
  readonly markdown: string;
  readonly misses: readonly string[];
}

/** The first part of a run fills caches and compiles; it is measured and not judged. */
const WARM_UP_SHARE = 0.2;
/** A heap takes minutes to find its size; shorter runs tell its growth and do not judge it. */
const MIN_MEMORY_RUN_MS = 5 * 60_000;
/** Growth of memory over the judged part, by the line fitted through it. */
const MAX_GROWTH_SHARE = 0.1;
/** Latency in the last quarter of the judged part, against the first: a factor, and milliseconds that are noise. */
const MAX_P50 = { factor: 1.5, noiseMs: 2 };
const MAX_P99 = { factor: 2, noiseMs: 15 };

export function judge(run: SoakRun): SoakVerdict {
  const warmUpMs = run.durationMs * WARM_UP_SHARE;
  const memory = run.memory.filter(({ atMs }) => atMs >= warmUpMs);
  const slope = slopePerMs(memory);
  const typical = quantile(
    memory.map(({ mib }) => mib),
    0.5,
  );
  const growth = (slope * (run.durationMs - warmUpMs)) / typical;
  const quarterMs = (run.durationMs - warmUpMs) / 4;
  const within = (fromMs: number) =>
    run.answered
      .filter(({ dueMs }) => dueMs >= fromMs && dueMs < fromMs + quarterMs)
      .map(({ latencyMs }) => latencyMs);
  const first = within(warmUpMs);
  const last = within(run.durationMs - quarterMs);

  const misses: string[] = [];
  if (run.errors.length > 0) misses.push(`${run.errors.length} errors, the first: ${run.errors[0]}`);
  const judgesMemory = run.durationMs >= MIN_MEMORY_RUN_MS;
  if (judgesMemory && !(growth <= MAX_GROWTH_SHARE))
    misses.push(`memory grew by ${(growth * 100).toFixed(1)} %`);
  for (const [name, share, { factor, noiseMs }] of [
    ["p50", 0.5, MAX_P50],
    ["p99", 0.99, MAX_P99],
  ] as const) {
    const [before, after] = [quantile(first, share), quantile(last, share)];
    if (!(after <= before * factor + noiseMs))
      misses.push(`${name} rose from ${before.toFixed(1)} to ${after.toFixed(1)} ms`);
  }

  const row = (name: string, values: readonly number[]) =>
    `| ${name} | ${values.length} | ${quantile(values, 0.5).toFixed(1)} | ${quantile(values, 0.99).toFixed(1)} | ${quantile(values, 1).toFixed(1)} |`;
  const kinds = [...new Set(run.answered.map(({ kind }) => kind))].sort((a, b) => (a < b ? -1 : 1));
  const markdown = [
    `${(run.durationMs / 60_000).toFixed(1)} minutes at ${run.ratePerSecond.toFixed(0)} requests/s, ${run.readers} live readers.`,
    "",
    "| latency | count | p50 ms | p99 ms | longest ms |",
    "| --- | ---: | ---: | ---: | ---: |",
    row("first quarter after warm-up", first),
    row("last quarter", last),
    ...kinds.map((kind) =>
      row(
        kind,
        run.answered.filter((answer) => answer.kind === kind).map(({ latencyMs }) => latencyMs),
      ),
    ),
    row("publishing or settling until every reader knows", run.heardMs),
    "",
    `Memory (RSS of workerd): ${typical.toFixed(0)} MiB in the middle, slope ${(slope * 60_000).toFixed(2)} MiB/min, ` +
      `growth ${(growth * 100).toFixed(1)} % after warm-up${judgesMemory ? "" : " (too short to judge)"}. Errors: ${run.errors.length}.`,
    "",
    misses.length === 0 ? "Held." : `Missed: ${misses.join("; ")}.`,
    "",
  ].join("\n");
  return { markdown, misses };
}

/** Least squares, in MiB a millisecond; 0 for fewer than two samples. */
function slopePerMs(samples: readonly MemorySample[]): number {
  const meanAt = mean(samples.map(({ atMs }) => atMs));
  const meanMib = mean(samples.map(({ mib }) => mib));
  let covariance = 0;
  let variance = 0;
  for (const { atMs, mib } of samples) {
    covariance += (atMs - meanAt) * (mib - meanMib);
    variance += (atMs - meanAt) ** 2;
  }
  return variance === 0 ? 0 : covariance / variance;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** NaN without values, which then fails every comparison above. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
