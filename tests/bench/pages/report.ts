/** What a run says, in a table. */
import { median, type Report } from "#tests/bench/figures.ts";

export interface Measurement {
  /** Processor time of workerd for one request. */
  readonly cpuMs: number;
  readonly requestsPerSecond: number;
}

/** Every round of one page, by what was asked. */
export interface PageResult {
  readonly page: string;
  readonly bytes: number;
  readonly measurements: Readonly<
    Record<"constant" | "bareReact" | "rendered" | "cached" | "notModified", readonly Measurement[]>
  >;
}

type Name = keyof PageResult["measurements"];

const NAMES: Readonly<Record<Name, string>> = {
  constant: "constant string",
  bareReact: "bare React",
  rendered: "rendered",
  cached: "from the page cache",
  notModified: "304",
};

const HEAD = [
  "page",
  "answer",
  "CPU ms/request (range)",
  "requests/s",
  "CPU, of bare React",
  "requests/s, of constant",
];

export function describeRun(results: readonly PageResult[]): Report {
  const rows = results.flatMap((result) =>
    Object.keys(NAMES).map((name) => describeRow(result, name as Name)),
  );
  return { name: "pages", head: HEAD, rows, data: results };
}

function describeRow({ page, bytes, measurements }: PageResult, name: Name): string[] {
  const cpu = (of: Name) => median(measurements[of].map(({ cpuMs }) => cpuMs));
  const rate = (of: Name) => median(measurements[of].map(({ requestsPerSecond }) => requestsPerSecond));
  const all = measurements[name].map(({ cpuMs }) => cpuMs);
  return [
    `${page}, ${(bytes / 1024).toFixed(1)} KiB`,
    NAMES[name],
    `${cpu(name).toFixed(3)} (${Math.min(...all).toFixed(3)}–${Math.max(...all).toFixed(3)})`,
    rate(name).toFixed(0),
    (cpu(name) / cpu("bareReact")).toFixed(2),
    (rate(name) / rate("constant")).toFixed(2),
  ];
}
