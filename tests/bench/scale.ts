/**
 * `npm run bench:scale`: how many visits a day the site takes on Cloudflare, where the first wall stands and what it costs. Measures each kind of request
 * on the built worker in real workerd, and a visit in a real Chromium; simulates a day of 1, 10 and 100 million visits against Cloudflare's
 * limits and prices, as shipped and with every switch. What is measured, assumed and published stands apart: `scale/measured.json`, `scale/assumptions.ts` and
 * `scale/platform.ts`. Writes `.cache/bench/scale.md`; exits with 1 where 100 million do not fit.
 *
 * `--write` keeps what was measured and writes worker/SCALE.md from it; `--kept` measures nothing and takes what was kept.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import * as v from "valibot";
import { publish } from "./figures.ts";
import { type Setting, SHIPPED, SWITCHED } from "./scale/assumptions.ts";
import { useOf, wallOf } from "./scale/day.ts";
import { LIMIT_NAMES } from "./scale/demand.ts";
import { KINDS } from "./scale/kinds.ts";
import { measureKinds } from "./scale/measure.ts";
import { Measured, MEASURED_FILE, readMeasured } from "./scale/measured.ts";
import { fits, PAGE, SIZES, writePage, writtenPart } from "./scale/scale-page.ts";
import { measureVisit } from "./scale/visit.ts";

const { values } = parseArgs({
  options: {
    write: { type: "boolean", default: false },
    kept: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
  },
});
const effort = values.quick ? { warmUp: 40, turns: 80 } : { warmUp: 200, turns: 300 };

const measured = values.kept ? readMeasured() : await measure();
if (values.write) {
  writeFileSync(MEASURED_FILE, `${JSON.stringify(measured, null, 2)}\n`);
  writeFileSync(PAGE, writePage(readFileSync(PAGE, "utf8"), measured));
}

publish({
  name: "scale",
  head: [
    "request",
    "CPU ms",
    "SQLite ms",
    "trips to D1",
    "of them writing",
    "rows read",
    "written",
    "objects",
    "cache",
    "files",
    "a visit",
  ],
  rows: KINDS.map((kind) => {
    const { counts, cpuMs, readingMs } = measured.kinds[kind];
    const writes = counts.primaryWrites + counts.tokenWrites;
    const trips = writes + counts.primaryReads + counts.copyReads + counts.tokenReads;
    const { rowsRead, rowsWritten, objectCalls, cacheCalls, files } = counts;
    const all = [trips, writes, rowsRead, rowsWritten, objectCalls, cacheCalls, files, measured.visit[kind]];
    return [kind, cpuMs.toFixed(2), readingMs.toFixed(3)].concat(all.map(String));
  }),
  notes: [
    "Above: measured here. Below: reckoned from it, from tests/bench/scale/assumptions.ts and Cloudflare's pages.",
    "",
    describeUse(SHIPPED),
    describeUse(SWITCHED),
    writtenPart(measured),
    "",
  ],
  isQuick: values.quick,
  data: measured,
});
process.exitCode = fits(measured) ? 0 : 1;

async function measure(): Promise<Measured> {
  const visit = await measureVisit();
  return v.parse(Measured, {
    date: new Date().toISOString().slice(0, 10),
    command: "npm run bench:scale -- --write",
    machine: `${availableParallelism()} cores`,
    visit,
    kinds: Object.fromEntries(await measureKinds(effort)),
  });
}

function describeUse(setting: Setting): string {
  const lines = LIMIT_NAMES.map((limit) => {
    const uses = SIZES.map((size) => `${(useOf(measured, setting, size)[limit] * 100).toFixed(1)} %`);
    return `- ${limit}: ${uses.join(", ")}; ${(wallOf(measured, setting, limit) / 1e6).toFixed(1)} M`;
  });
  const sizes = SIZES.map((size) => `${size / 1e6} M`).join(", ");
  return `${setting.name}, use of each limit at ${sizes} visits a day, and its wall:\n${lines.join("\n")}\n`;
}
