/**
 * A log that also reports errors outside: a sample of them, and a limited number per minute, counted separately for the
 * worker and for browsers. Anybody can send fake browser errors, and these must not use up the worker's share.
 */
import { waitUntil } from "cloudflare:workers";
import { BROWSER_ERROR, MAX_ERRORS_PER_MINUTE } from "#shared/contracts/error-report.ts";
import { type Log, logToConsole } from "#worker/http/logger.ts";
import type { ErrorReceivers } from "./send-error.ts";
import { MINUTE_MS } from "#shared/time/time-units.ts";

export interface ErrorReporting extends ErrorReceivers {
  /** Share of the errors that are reported, 0 to 1. */
  readonly sampleRate: number;
}

export interface ReportingWorld {
  readonly now: () => number;
  readonly random: () => number;
  readonly waitUntil: (work: Promise<unknown>) => void;
}

const PLATFORM: ReportingWorld = { now: Date.now, random: Math.random, waitUntil };

/** `reporting` is null if errors are reported to nobody. The limits count per isolate. */
export function createReportingLog(
  reporting: ErrorReporting | null,
  { now, random, waitUntil }: ReportingWorld = PLATFORM,
): Log {
  if (reporting === null) return logToConsole;
  let minute = { sinceMs: -Infinity, ofWorker: 0, ofBrowsers: 0 };
  return (entry) => {
    logToConsole(entry);
    if (entry.level !== "error" || random() >= reporting.sampleRate) return;
    if (now() - minute.sinceMs >= MINUTE_MS) minute = { sinceMs: now(), ofWorker: 0, ofBrowsers: 0 };
    const source = entry.event === BROWSER_ERROR ? "ofBrowsers" : "ofWorker";
    if (minute[source] >= MAX_ERRORS_PER_MINUTE) return;
    minute[source] += 1;
    waitUntil(
      import("./send-error.ts").then(({ sendError }) =>
        sendError(entry, reporting, { now, log: logToConsole }),
      ),
    );
  };
}
