/** Which addresses of a page are worth keeping apart: those whose query its data depends on. */
import type { PageKeys, PageLocation } from "./page-module.ts";

/**
 * True where `dataKeys` reads every parameter of the query; an address without a query is always known. A
 * parameter that nobody reads could otherwise make any number of addresses out of one page.
 */
export function isKnownQuery(dataKeys: PageKeys | undefined, location: PageLocation): boolean {
  if (location.searchParams.size === 0) return true;
  const searchParams = new ObservedParams(location.searchParams);
  dataKeys?.({ ...location, searchParams });
  return [...location.searchParams.keys()].every((name) => searchParams.read.has(name));
}

class ObservedParams extends URLSearchParams {
  readonly read = new Set<string>();

  override get(name: string): string | null {
    this.read.add(name);
    return super.get(name);
  }

  override getAll(name: string): string[] {
    this.read.add(name);
    return super.getAll(name);
  }

  override has(name: string, value?: string): boolean {
    this.read.add(name);
    return value === undefined ? super.has(name) : super.has(name, value);
  }
}
