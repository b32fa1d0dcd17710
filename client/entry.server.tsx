/** The one door through which the worker renders. */
import type { ReactElement, ReactNode } from "react";
import {
  createStaticRouter,
  matchRoutes,
  StaticRouterProvider,
  type DataRouteObject,
  type Path,
  type StaticHandlerContext,
} from "react-router";
import type { Language } from "#shared/languages.ts";
import { DEFAULT_ERROR_STATUS } from "#shared/limits.ts";
import { percentDecoded } from "#shared/percent-decoded.ts";
import { pageHref, PAGES, type Page } from "#shared/routes.ts";
import { App } from "./app/app.tsx";
import { serializeBoot, type Boot } from "./app/boot.ts";
import { Document, type DocumentProps } from "./app/document.tsx";
import type { PageError } from "./app/page-error.ts";
import type { PageData, PageLocation } from "./app/page-module.ts";
import {
  createRoutes,
  ERROR_BOUNDARY_ROUTE_ID,
  FRAME_ROUTE_ID,
  pageOfRoute,
  withHead,
} from "./app/routes.tsx";
import type { RuntimeConfig } from "./app/runtime-config.tsx";
import { SearchHead } from "./app/search-head.tsx";
import { SpeculationRules } from "./app/speculation-rules.tsx";
import { contractOf } from "./data/key-contracts.ts";
import { isFoundBySearch } from "./entry.addresses.ts";
import { serverI18n } from "./i18n/server-i18n.ts";
import { pageNamespaces, SHELL_NAMESPACES, type Namespace, type Texts } from "./i18n/namespaces.ts";
import { NOBODYS_SESSION } from "./session/nobodys-session.ts";
import { DATA_MARK_ID, KeptPartsProvider, MARK_ELEMENT, type PlacePart } from "./ui/kept-part.tsx";
import { PAGE_MODULES } from "./pages/page-modules.ts";

export { contractOf, DATA_MARK_ID, MARK_ELEMENT };
export type { PageData, PlacePart, RuntimeConfig };

/**
 * Fetches the answers to API paths for one page view; a failed one is left out. Throws `PageNotFound` where the API has
 * nothing under `subject`.
 */
export type LoadPageData = (keys: readonly string[], subject: string | null) => Promise<PageData>;

/** Thrown by `LoadPageData` where the API knows no such thing: the page answers 404. */
export class PageNotFound extends Error {
  override readonly name = "PageNotFound";
}

/** Of a document, as `URL` writes them. */
type Address = Readonly<Pick<Path, "pathname" | "search">>;

/** A page whose status is decided and whose data is there, ready to render. */
export interface PreparedPage extends Address {
  readonly status: number;
  /** Null for an error page. */
  readonly page: Page | null;
  readonly matches: StaticHandlerContext["matches"];
  /** The page's data by its route's id; empty for a page without data. */
  readonly loaderData: Readonly<Record<string, PageData>>;
  readonly errors: Boot["errors"];
  /** False where this upstream does not know what the page is there to show. */
  readonly isOffered: boolean;
  /** See `PageModule`. */
  readonly isWholeWithoutData: boolean;
  /** See client/app/part.tsx. */
  readonly arePartsWithheld: boolean;
}

/** Matches an address, loads the page's data and decides the status. Rejects where `loadPageData` does, but for `PageNotFound`. */
export async function preparePage(
  { pathname, search }: Address,
  language: Language,
  loadPageData: LoadPageData,
): Promise<PreparedPage> {
  const matches = matchPage(pathname, language);
  const { params = {}, route } = matches.at(-1) ?? {};
  const page = pageOfRoute(route?.id);
  const location = { params, searchParams: new URLSearchParams(search) };
  const data = page === null ? "not found" : await loadData(page, location, loadPageData);
  const isFound = data !== "not found";
  return {
    status: isFound ? 200 : 404,
    page: isFound ? page : null,
    pathname,
    search,
    matches,
    loaderData: isFound && data && route ? { [route.id]: data } : {},
    errors: isFound ? null : errorPage(matches, { status: 404 }),
    isOffered: page === null || !isFound || data === null || isShown(page, location, data),
    isWholeWithoutData: page !== null && PAGE_MODULES[page].isWholeWithoutData === true,
    arePartsWithheld: false,
  };
}

function isShown(page: Page, location: PageLocation, { absent }: PageData): boolean {
  const { dataKeys, subjectKey } = PAGE_MODULES[page];
  const [shown] = dataKeys?.(location) ?? [];
  return subjectKey === undefined || shown === undefined || !absent.includes(shown);
}

/** The same page after a fault while rendering: without its parts, one of which may be at fault. */
export function withholdParts(prepared: PreparedPage): PreparedPage {
  return { ...prepared, status: DEFAULT_ERROR_STATUS, arePartsWithheld: true };
}

/** The same page where that fails as well: its error page. */
export function failPage(prepared: PreparedPage, error: PageError): PreparedPage {
  return { ...prepared, page: null, status: error.status, errors: errorPage(prepared.matches, error) };
}

/** In the page's place; in the frame's where the address matches the frame alone. */
function errorPage(matches: PreparedPage["matches"], error: PageError): Boot["errors"] {
  return { [matches.length === 1 ? FRAME_ROUTE_ID : ERROR_BOUNDARY_ROUTE_ID]: error };
}

/**
 * The page's element, for the renderer to put into `createDocument`'s layout. Without `place` every part is rendered. What is
 * held back is not kept either.
 */
export function createPageElement(
  prepared: PreparedPage,
  config: RuntimeConfig,
  texts: Texts,
  place: PlacePart | null = null,
): ReactElement {
  const context = routerContext(prepared);
  const router = createStaticRouter(routesOf(config.language), context);
  return (
    <App
      config={config}
      i18n={serverI18n(config.language, texts)}
      session={NOBODYS_SESSION}
      arePartsWithheld={prepared.arePartsWithheld}
    >
      <KeptPartsProvider value={prepared.arePartsWithheld ? null : place}>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </KeptPartsProvider>
    </App>
  );
}

/** Which texts the browser needs for a page. */
export function namespacesOf(page: Page | null): Namespace[] {
  return [...SHELL_NAMESPACES, ...(page ? pageNamespaces(page) : [])];
}

/** The document around a page. */
export function createDocument(
  prepared: PreparedPage,
  config: RuntimeConfig,
  texts: Texts,
  {
    css,
    earlyScript,
    nonce,
    ...assets
  }: Pick<DocumentProps, "preloads" | "parts"> & {
    /** The style sheet, in the document so that the first paint needs no second answer. */
    readonly css: string;
    /** Text of client/early.ts, as built. */
    readonly earlyScript: string;
    /** Lets style sheet and scripts through the Content-Security-Policy; browsers hide it once it has. */
    readonly nonce: string;
  },
) {
  const { loaderData, errors, arePartsWithheld } = prepared;
  const bootJson = serializeBoot({ config, loaderData, errors, arePartsWithheld });
  const head = (
    <>
      <style nonce={nonce}>{css}</style>
      <script nonce={nonce}>{earlyScript}</script>
      {assets.parts.length > 0 ? <SpeculationRules language={config.language} nonce={nonce} /> : null}
      {searchHead(prepared, config, texts)}
    </>
  );
  return ({ children }: { children?: ReactNode }) => (
    <Document config={config} bootJson={bootJson} head={head} {...assets}>
      {children}
    </Document>
  );
}

/** Nothing for what is not to be found: errors, pages behind sign-in and what is not offered here. */
function searchHead(
  { status, page, pathname, matches, isOffered }: PreparedPage,
  config: RuntimeConfig,
  texts: Texts,
): ReactNode {
  if (status !== 200 || !isFoundBySearch(page) || !isOffered) return null;
  const i18n = serverI18n(config.language, texts);
  const { id, handle } = matches.at(-1)?.params ?? {};
  return <SearchHead config={config} i18n={i18n} page={page} path={pathname} thing={id ?? handle ?? null} />;
}

/** What React Router renders from. Its static handler would make the same, at a tenth of what a page costs. */
function routerContext({
  pathname,
  search,
  matches,
  loaderData,
  errors,
  status,
}: PreparedPage): StaticHandlerContext {
  return {
    basename: "/",
    location: { pathname, search, hash: "", state: null, key: "default" },
    matches,
    loaderData,
    actionData: null,
    errors,
    statusCode: status,
    loaderHeaders: {},
    actionHeaders: {},
    _match: () => matches,
  };
}

// Route tables hold no request state; one a language is enough for the isolate's life.
const routes = new Map<Language, DataRouteObject[]>();

function routesOf(language: Language): DataRouteObject[] {
  const known = routes.get(language);
  if (known) return known;
  const created = createRoutes(language, (page) => ({
    Component: withHead(page, PAGE_MODULES[page].Component),
  }));
  routes.set(language, created);
  return created;
}

// One at most for each page and language.
const matchesByPath = new Map<string, PreparedPage["matches"]>();

function matchPage(pathname: string, language: Language): PreparedPage["matches"] {
  const known = matchesByPath.get(pathname);
  if (known) return known;
  // React Router takes what cannot be decoded as it stands as well, but writes it into the log.
  const decodable = percentDecoded(pathname) === null ? pathname.replaceAll("%", "%25") : pathname;
  const matches = matchRoutes(routesOf(language), decodable) ?? matchFrame(language);
  if (PAGES.some((page) => pathname === pageHref(language, page))) matchesByPath.set(pathname, matches);
  return matches;
}

/** No pattern of React Router matches a path with a line break; its browser router shows the frame's error page as well. */
function matchFrame(language: Language): PreparedPage["matches"] {
  return routesOf(language).map((route) => ({ route, params: {}, pathname: "", pathnameBase: "" }));
}

/** Null for a page without data. */
async function loadData(
  page: Page,
  location: PageLocation,
  load: LoadPageData,
): Promise<PageData | null | "not found"> {
  const { dataKeys, subjectKey } = PAGE_MODULES[page];
  if (!dataKeys) return null;
  try {
    return await load(dataKeys(location), subjectKey?.(location) ?? null);
  } catch (error) {
    if (error instanceof PageNotFound) return "not found";
    throw error;
  }
}
