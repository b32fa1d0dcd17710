/** Fills a page's SWR keys through the same way the browser would go, before rendering starts. */
import { PageNotFound, type LoadPageData } from "#client/entry.server.tsx";

export interface LoadedPageData {
  readonly load: LoadPageData;
  /** True once an answer was missing: the page says so with status 503 and is not kept. */
  hasFailed(): boolean;
}

/**
 * `fetchApi` takes a path under `/api/` and never rejects. A 404 throws `PageNotFound`; another answer that is not 200
 * with JSON is left out, so that the page shows its "cannot load" state in that place.
 */
export function createPageDataLoader(fetchApi: (path: string) => Promise<Response>): LoadedPageData {
  let failed = false;
  const loadOne = async (key: string): Promise<readonly [string, unknown][]> => {
    const response = await fetchApi(key);
    if (response.status === 404) throw new PageNotFound(key);
    if (!response.ok) {
      failed = true;
      await response.body?.cancel();
      return [];
    }
    return [[key, await response.json()]];
  };
  return {
    load: async (keys) => Object.fromEntries((await Promise.all(keys.map(loadOne))).flat()),
    hasFailed: () => failed,
  };
}
