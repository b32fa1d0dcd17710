/**
 * The log, whose errors are told to those outside as well: a sample of them, and so many a minute at most, of the worker and of
 * browsers each. Anybody can send what a browser would, and is to hide no error of the worker behind it.
 */
import { waitUntil } from "cloudflare:workers";
import { BROWSER_ERROR, MAX_ERRORS_PER_MINUTE } from "#shared/contracts/error-report.ts";
import { type Log, logToConsole } from "#worker/http/logger.ts";
import type { ErrorReceivers } from "./send-error.ts";
import { MINUTE_MS } from "#shared/time-units.ts";

export interface ErrorReporting extends ErrorReceivers {
  /** Share of the errors that are told, 0 to 1. */
  readonly sampleRate: number;
}

export interface ReportingWorld {
  readonly now: () => number;
  readonly random: () => number;
  readonly waitUntil: (work: Promise<unknown>) => void;
}

const PLATFORM: ReportingWorld = { now: Date.now, random: Math.random, waitUntil };

/** `reporting` is null where nobody wants to hear of errors. Bounds count for one isolate. */
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
