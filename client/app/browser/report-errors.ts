/** Reports errors in the site's own scripts to the operator, each once and without data about the visitor. */
import {
  ERROR_REPORT_PATH,
  type ErrorReport,
  MAX_ERROR_MESSAGE_CHARACTERS,
  MAX_ERROR_NAME_CHARACTERS,
  MAX_ERROR_STACK_CHARACTERS,
  MAX_ERRORS_OF_DOCUMENT,
} from "#shared/contracts/error-report.ts";
import { pageOfPath } from "#shared/site/routes.ts";

export interface ErrorWatch {
  readonly buildId: string;
  readonly target: EventTarget;
  readonly location: Pick<Location, "origin" | "pathname">;
  readonly send: (path: string, body: string) => void;
}

/**
 * Reports uncaught errors from now on; the function that it returns reports caught ones. Ignores values that are no `Error`,
 * and errors thrown outside the site's own scripts, such as by an extension.
 */
export function watchErrors({ buildId, target, location, send }: ErrorWatch): (thrown: unknown) => void {
  const told = new Set<string>();

  function report(thrown: unknown): void {
    if (!(thrown instanceof Error) || !thrown.stack?.includes(location.origin)) return;
    const { name, message, stack } = thrown;
    if (told.has(stack) || told.size >= MAX_ERRORS_OF_DOCUMENT) return;
    told.add(stack);
    const body: ErrorReport = {
      name: name.slice(0, MAX_ERROR_NAME_CHARACTERS),
      message: message.slice(0, MAX_ERROR_MESSAGE_CHARACTERS),
      stack: stack.slice(0, MAX_ERROR_STACK_CHARACTERS),
      page: pageOfPath(location.pathname),
      buildId,
    };
    send(ERROR_REPORT_PATH, JSON.stringify(body));
  }

  target.addEventListener("error", (event) => report("error" in event ? event.error : null));
  target.addEventListener("unhandledrejection", (event) => report("reason" in event ? event.reason : null));
  return report;
}
