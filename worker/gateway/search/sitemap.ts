/**
 * `/sitemap.xml` and the sitemaps it lists (sitemaps.org 0.9, with hreflang alternatives as xhtml:link). The ledger names
 * everything that has an address of its own, so the record's sitemaps follow it: number n lists the signals published and
 * the traders added in its n-th thousand entries. Each costs one bounded call, and a full one never changes again.
 */
import type { Context, Handler } from "hono";
import * as v from "valibot";
import { LEDGER_PAGE_LIMIT, LedgerHead, LedgerPage, type LedgerEntry } from "#shared/contracts/ledger.ts";
import { DEFAULT_LANGUAGE, LANGUAGES } from "#shared/site/languages.ts";
import {
  detailHref,
  pageHref,
  PAGES,
  UNINDEXED_PAGES,
  hrefInLanguage,
  alternatesOf,
  type Page,
} from "#shared/site/routes.ts";
import { isLinked, type SitePart } from "#shared/site/site-parts.ts";
import { readBoundedJson } from "#worker/http/read-bounded.ts";
import { answerMissingFile } from "#worker/gateway/builds/builds.ts";
import type { GatewayEnv } from "#worker/gateway/context.ts";
import type { OriginOf } from "#worker/gateway/site-address.ts";
import { type StartTimer, withDeadline } from "#worker/gateway/timer.ts";
import { MAX_RECORD_SITEMAPS } from "#shared/limits/lists.ts";
import { PAGE_DATA_DEADLINE_MS } from "#shared/limits/pages.ts";

export interface SitemapOptions {
  /** Answers a GET under `/api/` as the browser would get it. */
  readonly fetchApi: (c: Context<GatewayEnv>, path: string) => Promise<Response>;
  readonly absentParts: readonly SitePart[];
  readonly startTimer: StartTimer;
  readonly originOf: OriginOf;
}

export interface Sitemaps {
  /** At `/sitemap.xml`. */
  readonly index: Handler<GatewayEnv>;
  /** At `/sitemap-pages.xml`: every public page in every language. */
  readonly pages: Handler<GatewayEnv>;
  /** At `/sitemap-record-{n}.xml`. */
  readonly record: Handler<GatewayEnv>;
}

const ENTRIES_OF_A_SITEMAP = LEDGER_PAGE_LIMIT.max;

export function createSitemaps({ fetchApi, absentParts, startTimer, originOf }: SitemapOptions): Sitemaps {
  function answerPages(c: Context<GatewayEnv>, pages: readonly SitemapPage[]): Response {
    const offered = pages.filter(({ page }) => isLinked(page, absentParts));
    return answerXml(c, sitemapXml(originOf(c.req.url), offered));
  }

  /** `absent` if this upstream has no such part, `failed` if asking again may help. */
  async function read<Schema extends v.GenericSchema>(
    schema: Schema,
    c: Context<GatewayEnv>,
    path: string,
  ): Promise<v.InferOutput<Schema> | "absent" | "failed"> {
    const response = await fetchApi(c, path);
    const body = await withDeadline(startTimer, PAGE_DATA_DEADLINE_MS, (deadline) =>
      readBoundedJson(response, deadline),
    );
    if (response.status === 404) return "absent";
    const parsed = v.safeParse(schema, body);
    return response.ok && parsed.success ? parsed.output : "failed";
  }

  return {
    async index(c) {
      const head = await read(LedgerHead, c, "/api/ledger/head/");
      if (head === "failed") return comeBackLater();
      const count = head === "absent" ? 0 : Math.ceil(head.seq / ENTRIES_OF_A_SITEMAP);
      const oldest = Math.max(1, count - MAX_RECORD_SITEMAPS + 1);
      const numbers = Array.from({ length: count - oldest + 1 }, (_, index) => oldest + index);
      const paths = ["/sitemap-pages.xml", ...numbers.map((number) => `/sitemap-record-${number}.xml`)];
      return answerXml(c, sitemapIndexXml(originOf(c.req.url), paths));
    },
    pages: (c) => answerPages(c, PUBLIC_PAGES),
    async record(c) {
      const [, number = ""] = /-(\d+)\.xml$/.exec(c.req.path) ?? [];
      const after = (Number(number) - 1) * ENTRIES_OF_A_SITEMAP;
      const page = await read(LedgerPage, c, `/api/ledger/?after=${after}&limit=${ENTRIES_OF_A_SITEMAP}`);
      if (page === "failed") return comeBackLater();
      if (page === "absent" || page.results.length === 0) return answerMissingFile();
      return answerPages(c, pagesOfRecord(page.results));
    },
  };
}

/** In the route table's form: the addresses that `record` answers. */
export const RECORD_SITEMAP_ROUTE = "/:file{sitemap-record-[1-9][0-9]{0,8}\\.xml}";

const PUBLIC_PAGES: readonly SitemapPage[] = PAGES.filter((page) => !UNINDEXED_PAGES.has(page)).map(
  (page) => ({ page, path: pageHref(DEFAULT_LANGUAGE, page), lastChangedAt: null }),
);

function pagesOfRecord(entries: readonly LedgerEntry[]): SitemapPage[] {
  // A signal that is lost or void never changes again; for others no time of change is given, as their next entry may be on
  // a later page.
  const finalAt = new Map<string, string>();
  for (const entry of entries) {
    if (entry.kind === "voided" || (entry.kind === "settled" && entry.payload.outcome === "lost"))
      finalAt.set(entry.signal_id, entry.at);
  }
  return entries.flatMap((entry): SitemapPage[] => {
    if (entry.kind === "published") {
      const { signal_id: id } = entry;
      const path = detailHref(DEFAULT_LANGUAGE, "signal", id);
      return [{ page: "signal", path, lastChangedAt: finalAt.get(id) ?? null }];
    }
    if (entry.kind !== "trader_joined") return [];
    const path = detailHref(DEFAULT_LANGUAGE, "traders", entry.payload.trader);
    return [{ page: "traders", path, lastChangedAt: null }];
  });
}

function answerXml(c: Context<GatewayEnv>, xml: string): Response {
  return c.body(xml, 200, {
    "Content-Type": "application/xml; charset=utf-8",
    "Cache-Control": "public, max-age=3600",
  });
}

/** A sitemap with missing entries would tell a crawler that those pages are gone. */
function comeBackLater(): Response {
  return new Response("The record cannot be read now.\n", {
    status: 503,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      "Retry-After": "300",
    },
  });
}

interface SitemapPage {
  readonly page: Page;
  /** In one of its languages, all of which are listed; percent-encoded. */
  readonly path: string;
  /** ISO 8601; null if it is not known for sure. */
  readonly lastChangedAt: string | null;
}

/** sitemaps.org protocol 0.9; xhtml:link for the other languages of an address. */
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SITEMAP_NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** One `url` per page and language, each with all its alternatives, itself included. */
function sitemapXml(origin: string, pages: readonly SitemapPage[]): string {
  const urls = pages.flatMap(({ path, lastChangedAt }) => {
    const links = alternatesOf(path).map(
      ({ hrefLang, path }) =>
        `<xhtml:link rel="alternate" hreflang="${hrefLang}" href="${escapeXml(origin + path)}"/>`,
    );
    const changed = lastChangedAt === null ? "" : `<lastmod>${escapeXml(lastChangedAt)}</lastmod>`;
    const rest = `${changed}${links.join("")}</url>\n`;
    return LANGUAGES.map((language) => {
      const location = origin + (hrefInLanguage(path, language) ?? path);
      return `<url><loc>${escapeXml(location)}</loc>${rest}`;
    });
  });
  const namespaces = `${SITEMAP_NAMESPACE} xmlns:xhtml="http://www.w3.org/1999/xhtml"`;
  return `${DECLARATION}<urlset ${namespaces}>\n${urls.join("")}</urlset>\n`;
}

function sitemapIndexXml(origin: string, paths: readonly string[]): string {
  const sitemaps = paths.map((path) => `<sitemap><loc>${escapeXml(origin + path)}</loc></sitemap>\n`);
  return `${DECLARATION}<sitemapindex ${SITEMAP_NAMESPACE}>\n${sitemaps.join("")}</sitemapindex>\n`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
