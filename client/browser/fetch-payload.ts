/** A page's data on client navigation: what the server would have rendered it from (design section 4, "Data"). */
import { data, type LoaderFunctionArgs } from "react-router";
import type { PageError } from "#client/app/page-error.ts";
import { PAYLOAD_SUFFIX } from "#shared/routes.ts";

/** Throws the page's error (404 for an unknown signal) so that the error page shows it. */
export async function fetchPayload({ request }: LoaderFunctionArgs): Promise<unknown> {
  const url = new URL(request.url);
  const response = await fetch(`${url.pathname}${PAYLOAD_SUFFIX}${url.search}`, { signal: request.signal });
  if (!response.ok) {
    const error: PageError = { status: response.status, path: url.pathname };
    throw data(error, { status: response.status });
  }
  return response.json();
}
