/** The log, whose errors are told to those outside as well: a sample of them, and so many a minute at most. */
import { waitUntil } from "cloudflare:workers";
import { MAX_ERRORS_PER_MINUTE } from "#shared/contracts/error-report.ts";
import { type Log, logToConsole } from "#worker/http/log.ts";
import type { ErrorReceivers } from "./send-error.ts";

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

const MINUTE_MS = 60_000;

/** `reporting` is null where nobody wants to hear of errors. Bounds count for one isolate. */
export function createReportingLog(
  reporting: ErrorReporting | null,
  { now, random, waitUntil }: ReportingWorld = PLATFORM,
): Log {
  if (reporting === null) return logToConsole;
  let minute = { sinceMs: -Infinity, told: 0 };
  return (entry) => {
    logToConsole(entry);
    if (entry.level !== "error" || random() >= reporting.sampleRate) return;
    if (now() - minute.sinceMs >= MINUTE_MS) minute = { sinceMs: now(), told: 0 };
    if (minute.told >= MAX_ERRORS_PER_MINUTE) return;
    minute.told += 1;
    waitUntil(
      import("./send-error.ts").then(({ sendError }) =>
        sendError(entry, reporting, { now, log: logToConsole }),
      ),
    );
  };
}
