/** Fills a page's SWR keys through the same way the browser would go, before rendering starts. */
import { PageNotFound, type LoadPageData } from "#client/entry.server.tsx";
import type { KeptAnswers } from "./kept-answers.ts";

export interface LoadedPageData {
  readonly load: LoadPageData;
  /** When the oldest of the answers was asked for; null where none was. */
  readonly readAtMs: () => number | null;
  /** True once an answer failed: the page says so with status 503 and is not kept. */
  hasFailed(): boolean;
}

export interface PageDataLoaderOptions {
  readonly fetchApi: (path: string) => Promise<Response>;
  /** Answers of a moment ago that will do as well. Without them each is asked for anew. */
  readonly answers?: KeptAnswers;
  readonly origin: string;
  readonly now: () => number;
}

type Loaded = readonly [place: "answers" | "refusals" | "failed", key: string, body: unknown];

/**
 * `fetchApi` takes a path under `/api/` and never rejects. A 400 blames what the visitor asked for and goes to the page as
 * a refusal; a 404 means that this upstream has no such thing. For the subject of the page both throw `PageNotFound`.
 * Every other answer that is not 2xx counts as failed, so that the page says in that place that it could not be loaded; so
 * does an answer that is not JSON.
 */
export function createPageDataLoader({
  fetchApi,
  answers,
  origin,
  now,
}: PageDataLoaderOptions): LoadedPageData {
  let hasFailed = false;
  let readAtMs: number | null = null;
  const loadOne = async (key: string, subject: string | null): Promise<readonly Loaded[]> => {
    const kept = answers?.find(origin + key);
    const askedAtMs = kept?.askedAtMs ?? now();
    readAtMs = Math.min(readAtMs ?? askedAtMs, askedAtMs);
    if (kept) return [["answers", key, kept.body]];
    const response = await fetchApi(key);
    const isAbsent = response.status === 404 || response.status === 400;
    if (isAbsent && key === subject) throw new PageNotFound(key);
    const body: unknown = await response.json().catch(() => undefined);
    if (response.ok && body !== undefined) {
      answers?.keep(origin + key, { body, askedAtMs });
      return [["answers", key, body]];
    }
    if (response.status === 400) return [["refusals", key, body ?? null]];
    if (response.status === 404) return [];
    hasFailed = true;
    return [["failed", key, null]];
  };
  return {
    load: async (keys, subject) => {
      const loaded = (await Promise.all(keys.map((key) => loadOne(key, subject)))).flat();
      const failed = Object.keys(select(loaded, "failed"));
      return { answers: select(loaded, "answers"), refusals: select(loaded, "refusals"), failed };
    },
    readAtMs: () => readAtMs,
    hasFailed: () => hasFailed,
  };
}

function select(loaded: readonly Loaded[], wanted: Loaded[0]): Record<string, unknown> {
  return Object.fromEntries(loaded.flatMap(([place, key, body]) => (place === wanted ? [[key, body]] : [])));
}
