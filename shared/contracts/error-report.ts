/** What a browser tells of an error in the site's own scripts, where the operator wants to hear of it. */
import * as v from "valibot";
import { PAGES } from "../routes.ts";

/** `POST` here is answered with 204, or 405 where nobody wants to hear. */
export const ERROR_REPORT_PATH = "/error-reports";

/** Event of the log for what a browser reports. */
export const BROWSER_ERROR = "browser_error";

/** One fault in a loop must not flood anybody: so many reports of one document, and so many of one isolate to those outside, of the worker and of browsers each. */
export const MAX_ERRORS_OF_DOCUMENT = 5;
export const MAX_ERRORS_PER_MINUTE = 30;
/** Nobody waits for it, but an isolate does not live for it either. */
export const ERROR_ANSWER = { timeoutMs: 5_000, maxBytes: 1_024 } as const;

export const MAX_ERROR_REPORT_BYTES = 16 * 1024;

/** Frames of a stack beyond so many tell nothing more. */
export const MAX_ERROR_STACK_CHARACTERS = 8_000;
export const MAX_ERROR_MESSAGE_CHARACTERS = 1_000;
export const MAX_ERROR_NAME_CHARACTERS = 100;

/** Nothing in it tells who the visitor is: the page by its name, never its address. */
export const ErrorReport = v.strictObject({
  name: v.pipe(v.string(), v.maxLength(MAX_ERROR_NAME_CHARACTERS)),
  message: v.pipe(v.string(), v.maxLength(MAX_ERROR_MESSAGE_CHARACTERS)),
  stack: v.pipe(v.string(), v.maxLength(MAX_ERROR_STACK_CHARACTERS)),
  /** Null on an address that is no page. */
  page: v.nullable(v.picklist(PAGES)),
  buildId: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
});
export type ErrorReport = v.InferOutput<typeof ErrorReport>;
