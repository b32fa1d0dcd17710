/** Cloudflare's price list as worker/SCALE.md names it (November 2026), beyond what a month includes. */
const PER_MILLION = {
  /** Write, read and delete of a message are one each. */
  queueOperations: 0.4,
  requests: 0.3,
  cpuMs: 0.02,
  databaseRowsRead: 0.001,
  databaseRowsWritten: 1,
  logLines: 0.6,
} as const;

export type Usage = Readonly<Record<keyof typeof PER_MILLION, number>>;

export function costInDollars(usage: Usage): number {
  return (
    (usage.queueOperations * PER_MILLION.queueOperations +
      usage.requests * PER_MILLION.requests +
      usage.cpuMs * PER_MILLION.cpuMs +
      usage.databaseRowsRead * PER_MILLION.databaseRowsRead +
      usage.databaseRowsWritten * PER_MILLION.databaseRowsWritten +
      usage.logLines * PER_MILLION.logLines) /
    1_000_000
  );
}
