/** The door through which the workers ask about a page's address; none of it reads the application or React. */
import { DETAIL_PARAMS, pageOfPath, PAGES_BEHIND_SIGN_IN, type Page } from "#shared/routes.ts";
import { knownSearch } from "./pages/known-query.ts";
import { PAGE_KEYS } from "./pages/page-keys.ts";

/** False for error pages (null) and for pages behind sign-in. */
export function isFoundBySearch(page: Page | null): page is Page {
  return page !== null && !PAGES_BEHIND_SIGN_IN.has(page);
}

/**
 * Path and query that the document at an address is made from and kept under, whatever else its query says. Null where it is
 * made for its reader: no page, one behind sign-in, or sign-in with a way back. Cheap, to be asked before the page is prepared; only
 * then is known whether there is such a page.
 */
export function keptAddress({ pathname, search }: Pick<URL, "pathname" | "search">): string | null {
  const page = pageOfPath(pathname);
  if (!isFoundBySearch(page) || (page === "login" && new URLSearchParams(search).has("next"))) return null;
  return pathname + readSearch(page, { pathname, search });
}

/** The address without the parameters that its page does not read: what is shown there is the same. */
export function withoutUnknownQuery({ origin, pathname, search }: URL): string {
  return origin + pathname + readSearch(pageOfPath(pathname), { pathname, search });
}

function readSearch(page: Page | null, { pathname, search }: Pick<URL, "pathname" | "search">): string {
  if (page === null) return "";
  const [, , , detail] = pathname.split("/");
  const param = DETAIL_PARAMS[page];
  const params = param !== undefined && detail !== undefined ? { [param]: detail } : {};
  return knownSearch(PAGE_KEYS[page], { params, search });
}
