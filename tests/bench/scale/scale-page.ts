/** The part of worker/SCALE.md that is written from a run: between two marks, tables and what follows from them. */
import { DOUBTFUL, type Setting, SHIPPED, SWITCHED } from "./assumptions.ts";
import { firstWall, usageOfMonth, useOf, wallOf } from "./day.ts";
import { LIMIT_NAMES } from "./demand.ts";
import { type Kind, KINDS } from "./kinds.ts";
import type { Measured } from "./measured.ts";
import { monthlyDollars, PRICES, type Usage } from "./platform.ts";
import { MAX_LIVE_SOCKETS } from "#shared/limits/live.ts";

export const PAGE = "worker/SCALE.md";
export const SIZES = [1_000_000, 10_000_000, 100_000_000] as const;
const LARGEST = 100_000_000;

const BEGIN = "<!-- written by npm run bench:scale -- --write -->";
const END = "<!-- end -->";

/** The page with its written part made anew. */
export function writePage(page: string, measured: Measured): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${PAGE} lacks its marks`);
  return `${before}${BEGIN}\n\n${writtenPart(measured)}\n\n${END}${after}`;
}

export function writtenPart(measured: Measured): string {
  return [
    describeVisit(measured),
    "## What it allows",
    describeWalls(measured),
    table(
      ["wall, in visits a day", "as shipped", "every switch", "of it used at 100 M"],
      LIMIT_NAMES.map((limit) => [
        limit,
        millions(wallOf(measured, SHIPPED, limit)),
        millions(wallOf(measured, SWITCHED, limit)),
        percent(useOf(measured, SWITCHED, LARGEST)[limit]),
      ]),
    ),
    describeRequests(measured),
    "## What it costs",
    table(
      ["$ a month, every switch", ...SIZES.map(millions)],
      costRows(SIZES.map((size) => monthlyDollars(usageOfMonth(measured, SWITCHED, size)))),
    ),
    describeShippedCost(measured),
  ].join("\n\n");
}

/** Whether the largest size fits, with every switch. */
export function fits(measured: Measured): boolean {
  return firstWall(measured, SWITCHED).visitsADay >= LARGEST;
}

function describeVisit({ visit, date, machine, command }: Measured): string {
  const asked = KINDS.filter((kind) => visit[kind] > 0);
  const all = asked.reduce((sum, kind) => sum + visit[kind], 0);
  const list = asked.map((kind) => `${visit[kind]} × ${NAMES[kind] ?? kind}`).join(", ");
  return `Measured on ${date} (\`${command}\`, ${machine}): a visit of three pages in a minute asks the worker ${all} times: ${list}.`;
}

/** In a sentence, where it is not the kind itself. */
const NAMES: Partial<Record<Kind, string>> = {
  "API: figures of all": "figures of all",
  "API: one signal": "one signal",
  "measurement into the database": "measurement",
  "live reader joins": "live socket",
};

function describeWalls(measured: Measured): string {
  const [shipped, switched] = [firstWall(measured, SHIPPED), firstWall(measured, SWITCHED)] as const;
  return [
    `As shipped, the first wall is ${shipped.limit} at ${millions(shipped.visitsADay)} visits a day;`,
    `with every switch, ${switched.limit} at ${millions(switched.visitsADay)}.`,
    `100 M visits a day ${fits(measured) ? "fit" : "do not fit"}. The assumptions decide: with every switch, the first wall is at`,
    `${wallWith(measured, { writeMs: 3 })} with 3 ms a write, ${wallWith(measured, { tripMs: 0.5 })} with 0.5 ms a trip,`,
    `${wallWith(measured, { memberShare: 0.1 })} with one member in ten visits.`,
  ].join(" ");
}

function wallWith(measured: Measured, other: Partial<Setting["doubtful"]>): string {
  const setting = { ...SWITCHED, doubtful: { ...DOUBTFUL, ...other } };
  return millions(firstWall(measured, setting).visitsADay);
}

function describeRequests({ kinds }: Measured): string {
  const subrequests = Math.max(
    ...KINDS.map((kind) => {
      const {
        primaryReads,
        primaryWrites,
        copyReads,
        tokenReads,
        tokenWrites,
        objectCalls,
        cacheCalls,
        files,
      } = kinds[kind].counts;
      return (
        primaryReads + primaryWrites + copyReads + tokenReads + tokenWrites + objectCalls + cacheCalls + files
      );
    }),
  );
  const cpuMs = Math.max(...KINDS.map((kind) => kinds[kind].cpuMs));
  return [
    `A single request makes at most ${subrequests} subrequests of 10,000 [1] and takes ${cpuMs.toFixed(0)} ms of CPU of 30 s [1];`,
    `a room holds ${MAX_LIVE_SOCKETS.toLocaleString("en")} sockets of 32,768 [5].`,
  ].join(" ");
}

function costRows(months: readonly Usage[]): string[][] {
  const parts = months.map((month) => new Map(Object.entries(month)));
  const rows = Object.keys(PRICES).map((name) =>
    [name].concat(parts.map((part) => dollars(part.get(name) ?? 0))),
  );
  const together = months.map((month) => dollars(togetherDollars(month)));
  return [
    ...rows.filter(([, ...cells]) => cells.some((cell) => cell !== "0")),
    ["**together**, with 5 $ for the plan"].concat(together),
  ];
}

function togetherDollars(month: Usage): number {
  return Object.values(month).reduce((sum, part) => sum + part, 5);
}

function describeShippedCost(measured: Measured): string {
  const month = monthlyDollars(usageOfMonth(measured, SHIPPED, SIZES[0]));
  const log = dollars(month["Workers Logs, lines [7]"]);
  const rows = dollars(month["D1, rows written [4]"]);
  return `As shipped, 1 M visits a day cost ${dollars(togetherDollars(month))} $, of which the log of requests ${log} $ and written rows ${rows} $.`;
}

function dollars(amount: number): string {
  return Math.round(amount).toLocaleString("en");
}

/** With two digits that count. */
function millions(visits: number): string {
  if (!Number.isFinite(visits)) return "none";
  return `${Number((visits / 1e6).toPrecision(2)).toLocaleString("en")} M`;
}

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(2))} %`;
}

/** As oxfmt writes it. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, column) =>
    Math.max(cell.length, 3, ...rows.map((row) => (row[column] ?? "").length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(" | ")} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}
