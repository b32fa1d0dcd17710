/** A browser's report of an error in the site's own scripts, if the operator collects errors. */
import * as v from "valibot";
import { PAGES } from "../site/routes.ts";

/** `POST` here is answered with 204, or 405 if the operator does not collect errors. */
export const ERROR_REPORT_PATH = "/error-reports";

/** Event of the log for a browser's report. */
export const BROWSER_ERROR = "browser_error";

/**
 * Limits the reports of an error in a loop: reports of one document, and reports that one isolate sends to an external receiver,
 * for the worker and for browsers separately.
 */
export const MAX_ERRORS_OF_DOCUMENT = 5;
export const MAX_ERRORS_PER_MINUTE = 30;
/** No request waits for it, but it does not keep an isolate alive either. */
export const ERROR_ANSWER = { timeoutMs: 5_000, maxBytes: 1_024 } as const;

export const MAX_ERROR_REPORT_BYTES = 16 * 1024;

/** Further frames of a stack add no information. */
export const MAX_ERROR_STACK_CHARACTERS = 8_000;
export const MAX_ERROR_MESSAGE_CHARACTERS = 1_000;
export const MAX_ERROR_NAME_CHARACTERS = 100;

/** Contains nothing that identifies the visitor: the page is given by its name, never by its address. */
export const ErrorReport = v.strictObject({
  name: v.pipe(v.string(), v.maxLength(MAX_ERROR_NAME_CHARACTERS)),
  message: v.pipe(v.string(), v.maxLength(MAX_ERROR_MESSAGE_CHARACTERS)),
  stack: v.pipe(v.string(), v.maxLength(MAX_ERROR_STACK_CHARACTERS)),
  /** Null on an address that is not a page. */
  page: v.nullable(v.picklist(PAGES)),
  buildId: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
});
export type ErrorReport = v.InferOutput<typeof ErrorReport>;
