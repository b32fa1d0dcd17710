/** An error as it is reported outside: what failed and where in the code, without anything about the user or the request. */
import { parseStack } from "error-stack-parser-es/lite";
import * as v from "valibot";
import build from "#build";
import { BROWSER_ERROR } from "#shared/contracts/error-report.ts";
import type { LogEntry } from "#worker/http/logger.ts";
import { framesAlone, withoutPersonalData } from "#worker/http/without-personal-data.ts";
import { withoutSecrets } from "#worker/http/without-secrets.ts";
import { MAX_STACK_FRAMES } from "#shared/limits/monitoring.ts";

export interface Frame {
  /** In a browser the address of the script, in the worker `app:///{module}`. */
  readonly file: string;
  readonly function?: string;
  readonly line?: number;
  readonly column?: number;
}

export interface ErrorEvent {
  /** 32 hexadecimal digits. */
  readonly id: string;
  readonly atMs: number;
  readonly source: "browser" | "worker";
  /** As in the log, where `requestId` finds the line. */
  readonly event: string;
  readonly requestId?: string;
  /** Pattern of the route, or name of the page. */
  readonly place?: string;
  readonly status?: number;
  readonly name: string;
  readonly message: string;
  /** Innermost first. */
  readonly frames: readonly Frame[];
  readonly buildId: string;
}

const Text = v.fallback(v.optional(v.string()), undefined);

/** The parts of a log line that may leave the site. */
const Told = v.object({
  event: v.string(),
  requestId: Text,
  route: Text,
  page: Text,
  buildId: Text,
  reason: Text,
  status: v.fallback(v.optional(v.number()), undefined),
  error: v.fallback(
    v.optional(v.object({ name: v.string(), message: v.string(), stack: v.optional(v.string(), "") })),
    undefined,
  ),
});

export function toErrorEvent(entry: LogEntry, atMs: number): ErrorEvent {
  const { event, requestId, route, page, reason, status, error, buildId } = v.parse(Told, entry);
  const source = event === BROWSER_ERROR ? "browser" : "worker";
  const place = route ?? page;
  return {
    id: crypto.randomUUID().replaceAll("-", ""),
    atMs,
    source,
    event,
    ...(requestId !== undefined && { requestId }),
    ...(place !== undefined && { place }),
    ...(status !== undefined && { status }),
    name: withoutPersonalData(error?.name ?? event),
    message: withoutPersonalData(error?.message ?? reason ?? ""),
    frames: framesOf(error?.stack ?? "", source),
    buildId: buildId ?? build.id,
  };
}

function framesOf(stack: string, source: ErrorEvent["source"]): Frame[] {
  const frames = parseStack(framesAlone(stack), { slice: [0, MAX_STACK_FRAMES] });
  return frames.flatMap(({ file, line, col, function: name }) => {
    if (file === undefined) return [];
    return [
      {
        file: withoutSecrets(source === "worker" ? `app:///${file.slice(file.lastIndexOf("/") + 1)}` : file),
        ...(name !== undefined && name !== "" && { function: withoutPersonalData(name) }),
        ...(line !== undefined && { line }),
        ...(col !== undefined && { column: col }),
      },
    ];
  });
}
