/** What of an address's query a page's data depends on. */
import type { PageKeys, PageLocation } from "./page-module.ts";

/**
 * The query, as it was sent, without the parameters that `dataKeys` does not read: those of newsletters and trackers, and any that
 * somebody makes up, could otherwise make any number of addresses out of one page. A parameter counts as often as it is read: once, or each time where
 * all of its values are.
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
