/** The workers' entry for questions about a page's address; imports neither the application nor React. */
import { DETAIL_PARAMS, pageOfPath, PAGES_BEHIND_SIGN_IN, type Page } from "#shared/site/routes.ts";
import { PAGE_KEYS } from "./pages/page-keys.ts";
import type { PageKeys, PageLocation } from "./pages/page-module.ts";

/** True for pages that search engines may index; false for error pages (null) and for pages behind sign-in. */
export function isFoundBySearch(page: Page | null): page is Page {
  return page !== null && !PAGES_BEHIND_SIGN_IN.has(page);
}

/**
 * Path and query from which the document at an address is rendered and under which it is cached; other parameters are dropped.
 * Null if the document depends on its reader: no page, a page behind sign-in, or sign-in with a return address. Cheap enough to
 * call before preparing the page, which decides whether there is such a page.
 */
export function keptAddress({ pathname, search }: Pick<URL, "pathname" | "search">): string | null {
  const page = pageOfPath(pathname);
  if (!isFoundBySearch(page) || (page === "login" && new URLSearchParams(search).has("next"))) return null;
  return pathname + readSearch(page, { pathname, search });
}

/** The address without the parameters that its page does not read, which do not change what is shown. */
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

/**
 * The query, unchanged except that parameters that `dataKeys` does not read are removed: tracking parameters and invented ones
 * would otherwise give one page any number of addresses. A parameter is kept as often as it is read: once, or for each value if
 * all of them are read.
 */
export function knownSearch(
  dataKeys: PageKeys | undefined,
  { params, search }: Pick<PageLocation, "params"> & { readonly search: string },
): string {
  if (search === "") return "";
  const searchParams = new ObservedParams(search);
  dataKeys?.({ params, searchParams });
  const unseen = new Set(searchParams.read);
  const known = search
    .slice(1)
    .split("&")
    .filter((pair) => {
      const [name] = new URLSearchParams(pair).keys();
      return name !== undefined && (searchParams.readWhole.has(name) || unseen.delete(name));
    });
  return known.length > 0 ? `?${known.join("&")}` : "";
}

class ObservedParams extends URLSearchParams {
  readonly read = new Set<string>();

  readonly readWhole = new Set<string>();

  override getAll(name: string): string[] {
    this.readWhole.add(name);
    return super.getAll(name);
  }

  override get(name: string): string | null {
    this.read.add(name);
    return super.get(name);
  }
}
