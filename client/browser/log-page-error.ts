/**
 * Logs what the router has met, once. What was thrown while rendering React has logged already; a page error (404, a missing
 * part) is no fault of the page's code and was logged, where it must be, by whoever made it.
 */
export function logPageError(error: unknown, { errorInfo }: { readonly errorInfo?: object }): void {
  // oxlint-disable-next-line no-console -- an error of the page must be seen
  if (errorInfo === undefined && error instanceof Error) console.error(error);
}
