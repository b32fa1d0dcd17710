/** Loads the data for a page's SWR keys before rendering starts, by the same route as a browser's calls. */
import * as v from "valibot";
import {
  contractOf,
  isAdornment,
  PageNotFound,
  type LoadPageData,
  type PageData,
} from "#client/entry.server.tsx";
import { BOOKMARK_HEADER, readBookmark } from "#shared/http/bookmark.ts";
import { NOT_MIGRATED_CODE } from "#worker/http/not-migrated.ts";
import { readBoundedJson } from "#worker/http/read-bounded.ts";
import { describeError, type Log } from "#worker/http/logger.ts";
import { routeLabel } from "#worker/gateway/route-label.ts";
import { type StartTimer, withDeadline } from "#worker/gateway/timer.ts";
import { DatabaseNotMigrated } from "./database-not-migrated.ts";
import { LATE_AFTER_MS, PAGE_DATA_DEADLINE_MS } from "#shared/limits/pages.ts";

const NotMigrated = v.object({ code: v.literal(NOT_MIGRATED_CODE) });

export interface LoadedPageData {
  readonly load: LoadPageData;
  /** When the first of the answers was asked for; null if none was. */
  readonly readAtMs: () => number | null;
  /** The bookmark of the oldest copy of the record among the answers; null if one of them has none. */
  readonly bookmark: () => string | null;
  /** True once an answer failed: the page says so and is not cached. */
  hasFailed(): boolean;
}

export interface PageDataLoaderOptions {
  readonly fetchApi: (path: string) => Promise<Response>;
  /** True if the page may be sent before its data, unless its address names something that may not exist. */
  readonly mayBeLate: boolean;
  readonly now: () => number;
  readonly startTimer: StartTimer;
  /** Gets a successful answer that the page cannot use; `fetchApi` has logged every other failure. */
  readonly log: Log;
  readonly requestId: string;
}

type Loaded = readonly [place: "answers" | "refusals" | "failed" | "absent", key: string, body: unknown];

/**
 * `fetchApi` takes a path under `/api/` and never rejects. A 400 blames the visitor's request and goes to the page as a
 * refusal; a 404 means that this upstream has no such resource, which the page shows in its place and which is not a fault.
 * For the subject of the page both throw `PageNotFound`. A database that is not migrated throws `DatabaseNotMigrated`. Every
 * other answer that is not 2xx counts as failed, and the page says in that place that it could not be loaded; so does an
 * answer that `readBoundedJson` gives up or that breaks its contract. What only adorns a page counts as absent then.
 */
export function createPageDataLoader({
  fetchApi,
  mayBeLate,
  now,
  startTimer,
  log,
  requestId,
}: PageDataLoaderOptions): LoadedPageData {
  let hasFailed = false;
  let readAtMs: number | null = null;
  const bookmarks: (string | null)[] = [];
  const ask = async (
    key: string,
    subject: string | null,
    deadline: AbortSignal,
  ): Promise<readonly Loaded[]> => {
    readAtMs ??= now();
    const response = await fetchApi(key);
    bookmarks.push(readBookmark(response.headers.get(BOOKMARK_HEADER)));
    const isAbsent = response.status === 404 || response.status === 400;
    if (isAbsent && key === subject) throw new PageNotFound(key);
    const body = await readBoundedJson(response, deadline);
    if (response.ok) {
      const breach = breachOf(key, body);
      if (breach === null) return [["answers", key, body]];
      const [path = ""] = key.split("?");
      log({ level: "error", event: "unreadable_answer", requestId, route: routeLabel(path), breach });
    }
    if (response.status === 400) return [["refusals", key, body ?? null]];
    if (response.status === 404 || isAdornment(key)) return [["absent", key, null]];
    if (response.status === 503 && v.is(NotMigrated, body)) throw new DatabaseNotMigrated();
    hasFailed = true;
    return [["failed", key, null]];
  };
  const askAll = async (keys: readonly string[], subject: string | null): Promise<PageData> => {
    const asked = await withDeadline(startTimer, PAGE_DATA_DEADLINE_MS, (deadline) =>
      Promise.all(keys.map((key) => ask(key, subject, deadline))),
    );
    const loaded = asked.flat();
    return {
      answers: select(loaded, "answers"),
      refusals: select(loaded, "refusals"),
      failed: Object.keys(select(loaded, "failed")),
      absent: Object.keys(select(loaded, "absent")),
    };
  };
  /** Once the page is being sent, only the places of the data can show what went wrong. */
  const orFailed = (loading: Promise<PageData>, keys: readonly string[]) =>
    loading.catch((error: unknown): PageData => {
      hasFailed = true;
      log({ level: "error", event: "page_data_failed", requestId, error: describeError(error) });
      return { answers: {}, refusals: {}, failed: keys, absent: [] };
    });
  return {
    load: async (keys, subject) => {
      const loading = askAll(keys, subject);
      if (!mayBeLate || subject !== null) return loading;
      const timer = startTimer(LATE_AFTER_MS);
      try {
        return await Promise.race([loading, timer.over.then(() => ({ late: orFailed(loading, keys) }))]);
      } finally {
        timer.stop();
      }
    },
    readAtMs: () => readAtMs,
    bookmark: () => leastOf(bookmarks),
    hasFailed: () => hasFailed,
  };
}

function leastOf(bookmarks: readonly (string | null)[]): string | null {
  return bookmarks.reduce(
    (least, bookmark) => (least === null || bookmark === null || bookmark < least ? bookmark : least),
    bookmarks[0] ?? null,
  );
}

/** Why no page can be made of the answer, without any of its content; null if one can. */
function breachOf(key: string, body: unknown): string | null {
  if (body === undefined) return "no JSON within size and time";
  const contract = contractOf(key);
  const { issues } = v.safeParse(contract ?? v.unknown(), body, { abortEarly: true });
  if (!issues) return null;
  const [{ expected, type }] = issues;
  return `${v.getDotPath(issues[0]) ?? "answer"}: expected ${expected ?? type}`;
}

function select(loaded: readonly Loaded[], wanted: Loaded[0]): Record<string, unknown> {
  return Object.fromEntries(loaded.flatMap(([place, key, body]) => (place === wanted ? [[key, body]] : [])));
}
