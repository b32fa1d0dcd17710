/** Fills a page's SWR keys through the same way the browser would go, before rendering starts. */
import * as v from "valibot";
import { contractOf, PageNotFound, type LoadPageData } from "#client/entry.server.tsx";
import { PAGE_DATA_DEADLINE_MS } from "#shared/limits.ts";
import { readBoundedJson } from "#worker/gateway/bounded-json.ts";
import type { Log } from "#worker/http/log.ts";
import { routeLabel } from "#worker/http/route-label.ts";
import { type StartTimer, withDeadline } from "#worker/gateway/timer.ts";
import type { KeptAnswers } from "./kept-answers.ts";

export interface LoadedPageData {
  readonly load: LoadPageData;
  /** When the oldest of the answers was asked for; null where none was. */
  readonly readAtMs: () => number | null;
  /** True once an answer failed: the page says so and is not kept. */
  hasFailed(): boolean;
}

export interface PageDataLoaderOptions {
  readonly fetchApi: (path: string) => Promise<Response>;
  /** Answers of a moment ago that will do as well. Without them each is asked for anew. */
  readonly answers?: KeptAnswers;
  readonly origin: string;
  readonly now: () => number;
  readonly startTimer: StartTimer;
  /** Hears of a success that the page cannot use; whoever answers `fetchApi` has told of every other failure. */
  readonly log: Log;
  readonly requestId: string;
}

type Loaded = readonly [place: "answers" | "refusals" | "failed" | "absent", key: string, body: unknown];

/**
 * `fetchApi` takes a path under `/api/` and never rejects. A 400 blames what the visitor asked for and goes to the page as
 * a refusal; a 404 means that this upstream has no such thing, which its place in the page says and which is no fault. For the
 * subject of the page both throw `PageNotFound`. Every other answer that is not 2xx counts as failed, so that the page says in
 * that place that it could not be loaded; so does an answer that `readBoundedJson` gives up or that breaks its contract.
 */
export function createPageDataLoader({
  fetchApi,
  answers,
  origin,
  now,
  startTimer,
  log,
  requestId,
}: PageDataLoaderOptions): LoadedPageData {
  let hasFailed = false;
  let readAtMs: number | null = null;
  const remember = (askedAtMs: number) => {
    readAtMs = Math.min(readAtMs ?? askedAtMs, askedAtMs);
  };
  const takeKept = (key: string): readonly Loaded[] => {
    const kept = answers?.find(origin + key);
    if (!kept) return [];
    remember(kept.askedAtMs);
    return [["answers", key, kept.body]];
  };
  const ask = async (
    key: string,
    subject: string | null,
    deadline: AbortSignal,
  ): Promise<readonly Loaded[]> => {
    const askedAtMs = now();
    remember(askedAtMs);
    const response = await fetchApi(key);
    const isAbsent = response.status === 404 || response.status === 400;
    if (isAbsent && key === subject) throw new PageNotFound(key);
    const body = await readBoundedJson(response, deadline);
    if (response.ok) {
      const breach = breachOf(key, body);
      if (breach === null) {
        answers?.keep(origin + key, { body, askedAtMs });
        return [["answers", key, body]];
      }
      const [path = ""] = key.split("?");
      log({ level: "error", event: "unreadable_answer", requestId, route: routeLabel(path), breach });
    }
    if (response.status === 400) return [["refusals", key, body ?? null]];
    if (response.status === 404) return [["absent", key, null]];
    hasFailed = true;
    return [["failed", key, null]];
  };
  const askAll = (keys: readonly string[], subject: string | null) =>
    withDeadline(startTimer, PAGE_DATA_DEADLINE_MS, (deadline) =>
      Promise.all(keys.map((key) => ask(key, subject, deadline))),
    );
  return {
    load: async (keys, subject) => {
      const kept = keys.flatMap(takeKept);
      const missing = keys.filter((key) => !kept.some(([, keptKey]) => keptKey === key));
      const asked = missing.length > 0 ? (await askAll(missing, subject)).flat() : [];
      // In the order of the keys, whichever were kept: the same data makes the same document.
      const loaded = [...kept, ...asked].toSorted(([, a], [, b]) => keys.indexOf(a) - keys.indexOf(b));
      return {
        answers: select(loaded, "answers"),
        refusals: select(loaded, "refusals"),
        failed: Object.keys(select(loaded, "failed")),
        absent: Object.keys(select(loaded, "absent")),
      };
    },
    readAtMs: () => readAtMs,
    hasFailed: () => hasFailed,
  };
}

/** What keeps a page from being made of the answer, without anything that stands in it; null where nothing does. */
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
