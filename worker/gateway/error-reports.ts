/** `POST /error-reports`: errors of the site's own scripts, sent by browsers. They are logged like the worker's own. */
import type { Handler } from "hono";
import * as v from "valibot";
import { BROWSER_ERROR, ErrorReport, MAX_ERROR_REPORT_BYTES } from "#shared/contracts/error-report.ts";
import type { Log } from "#worker/http/logger.ts";
import { problemResponse } from "#worker/http/problem-answer.ts";
import { framesAlone, withoutPersonalData } from "#worker/http/without-personal-data.ts";
import type { GatewayEnv } from "./context.ts";
import { readIncomingBody } from "./limits/incoming-body.ts";
import type { StartTimer } from "./timer.ts";

export interface ErrorReportsOptions {
  readonly startTimer: StartTimer;
  readonly log: Log;
}

/** 204; 400 `invalid` for an invalid report, 413 for more than `MAX_ERROR_REPORT_BYTES`. */
export function createErrorReports({ startTimer, log }: ErrorReportsOptions): Handler<GatewayEnv> {
  return async function errorReports(c) {
    const body = await readIncomingBody(c.req.raw, MAX_ERROR_REPORT_BYTES, startTimer);
    if (body instanceof Response) return body;
    const report = v.safeParse(ErrorReport, parseJson(body));
    if (!report.success) {
      const field = v.getDotPath(report.issues[0]) ?? "body";
      return problemResponse(400, { code: "invalid", detail: `${field}: ${report.issues[0].message}` });
    }
    const { page, buildId, name, message, stack } = report.output;
    const error = {
      name: withoutPersonalData(name),
      message: withoutPersonalData(message),
      stack: framesAlone(stack),
    };
    log({ level: "error", event: BROWSER_ERROR, requestId: c.get("requestId"), page, buildId, error });
    return c.body(null, 204, { "Cache-Control": "no-store" });
  };
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
