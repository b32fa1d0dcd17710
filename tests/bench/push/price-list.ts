/** Cloudflare's price list as worker/SCALE.md names it (November 2026), beyond what a month includes. */

/** An object that is at work is charged with 128 MB. */
const OBJECT_GB = 0.128;
const PER_MILLION = {
  objectRequests: 0.15,
  objectGbSeconds: 12.5,
  objectRowsWritten: 1,
  databaseRowsRead: 0.001,
  logLines: 0.6,
} as const;

export interface Usage {
  readonly objectRequests: number;
  /** Of all objects together. */
  readonly objectSeconds: number;
  readonly objectRowsWritten: number;
  readonly databaseRowsRead: number;
  readonly logLines: number;
}

export function costInDollars({ objectSeconds, ...usage }: Usage): number {
  const millionths =
    objectSeconds * OBJECT_GB * PER_MILLION.objectGbSeconds +
    usage.objectRequests * PER_MILLION.objectRequests +
    usage.objectRowsWritten * PER_MILLION.objectRowsWritten +
    usage.databaseRowsRead * PER_MILLION.databaseRowsRead +
    usage.logLines * PER_MILLION.logLines;
  return millionths / 1_000_000;
}
