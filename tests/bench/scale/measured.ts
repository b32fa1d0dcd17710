/** What `npm run bench:scale` has measured: kept in `measured.json`, from which worker/SCALE.md follows. */
import { readFileSync } from "node:fs";
import * as v from "valibot";
import { Counts } from "./counted-entry.ts";
import { KINDS } from "./kinds.ts";

export const MEASURED_FILE = "tests/bench/scale/measured.json";

export const MeasuredKind = v.object({
  counts: Counts,
  /** Of workerd for one request, Miniflare's database among it. */
  cpuMs: v.number(),
  /** Of SQLite for all readings of one request: a part of what a database is at work for them. */
  readingMs: v.number(),
});
export type MeasuredKind = v.InferOutput<typeof MeasuredKind>;

export const Measured = v.object({
  date: v.string(),
  command: v.string(),
  machine: v.string(),
  kinds: v.object(v.entriesFromList(KINDS, MeasuredKind)),
  /** Requests of a browser's first visit: home, the list of signals, one of them, 20 seconds each. */
  visit: v.object(v.entriesFromList(KINDS, v.number())),
});
export type Measured = v.InferOutput<typeof Measured>;

export function readMeasured(): Measured {
  return v.parse(Measured, JSON.parse(readFileSync(MEASURED_FILE, "utf8")));
}
