/** The door through which the worker asks about a page's address; none of it reads the application or React. */
import { pageOfPath, PAGES_BEHIND_SIGN_IN, type Page } from "#shared/routes.ts";
import { isKnownQuery } from "./app/known-query.ts";
import { PAGE_KEYS } from "./pages/page-keys.ts";

/** False for error pages (null) and for pages behind sign-in. */
export function isFoundBySearch(page: Page | null): page is Page {
  return page !== null && !PAGES_BEHIND_SIGN_IN.has(page);
}

/**
 * False where a document at this address is not to be kept: no page, one behind sign-in, or a query with a parameter that the
 * page does not know. Cheap, to be asked before the page is prepared; only then is known whether there is such a page.
 */
export function isKeptPage({ pathname, search }: Pick<URL, "pathname" | "search">): boolean {
  const page = pageOfPath(pathname);
  if (!isFoundBySearch(page)) return false;
  if (search === "") return true;
  return isKnownQuery(PAGE_KEYS[page], { params: {}, searchParams: new URLSearchParams(search) });
}
