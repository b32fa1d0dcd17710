/** The part of an address's query that a page's data depends on. */
import type { PageKeys, PageLocation } from "./page-module.ts";

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
