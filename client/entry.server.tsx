/** The worker's entry for rendering. */
import type { ReactElement, ReactNode } from "react";
import {
  createContext,
  createStaticHandler,
  createStaticRouter,
  data,
  type LoaderFunctionArgs,
  RouterContextProvider,
  type StaticHandler,
  type StaticHandlerContext,
  StaticRouterProvider,
} from "react-router";
import type { Language } from "#shared/site/languages.ts";
import { percentDecoded } from "#shared/site/page-address.ts";
import type { Page } from "#shared/site/routes.ts";
import { isLinked } from "#shared/site/site-parts.ts";
import { SPECULATION_RULES } from "#shared/site/speculation-rules.ts";
import { App } from "./app/app.tsx";
import { type Boot, jsonInScript } from "./app/boot-data.ts";
import { Document, type DocumentProps } from "./app/document.tsx";
import { type PageError, toPageError } from "./ui/error-page-content.ts";
import type { PageModule } from "./pages/page-module.ts";
import { isLate, type LatePageData, type PageAnswers } from "./data/page-data.tsx";
import {
  createRoutes,
  ERROR_BOUNDARY_ROUTE_ID,
  FRAME_ROUTE_ID,
  pageOfRoute,
  withHead,
} from "./app/routes.tsx";
import type { RuntimeConfig } from "./data/runtime-config.tsx";
import { SearchHead } from "./app/search-head.tsx";
import { contractOf, isAdornment } from "./data/key-contracts.ts";
import { isFoundBySearch } from "./entry.addresses.ts";
import { serverI18n } from "./i18n/create-i18n.ts";
import { pageNamespaces, SHELL_NAMESPACES, type Namespace, type Texts } from "./i18n/namespaces.ts";
import { ANONYMOUS_SESSION } from "./features/session/anonymous-session.ts";
import { PAGE_MODULES } from "./pages/page-modules.ts";
import { COMPARE_PARAM } from "./pages/traders/compare/compared-handles.ts";

export { contractOf, isAdornment, isLate };
export type { LatePageData, PageAnswers, RuntimeConfig };

/**
 * Fetches the answers to API paths for one page view; leaves out failed ones. Rejects with `PageNotFound` if the API has
 * nothing under `subject`. Without a subject, the page may be sent before its data.
 */
export type LoadPageData = (
  keys: readonly string[],
  subject: string | null,
) => Promise<PageAnswers | LatePageData>;

/** The API does not know the subject: the page answers 404. */
export class PageNotFound extends Error {
  override readonly name = "PageNotFound";
}

/** A page whose status is decided, ready to render. */
export interface PreparedPage {
  readonly status: number;
  /** Null for an error page. */
  readonly page: Page | null;
  readonly context: StaticHandlerContext;
  /** Null for a page without data. */
  readonly data: PageAnswers | LatePageData | null;
  /** False if this upstream does not know the page's main content. */
  readonly isOffered: boolean;
  /** See `PageModule`. */
  readonly isWholeWithoutData: boolean;
}

const pageDataLoader = createContext<LoadPageData>();

/**
 * Matches an address, loads the page's data and decides the status. Rejects as `loadPageData` does, except for `PageNotFound`.
 */
export async function preparePage(
  url: string,
  language: Language,
  loadPageData: LoadPageData,
): Promise<PreparedPage> {
  const requestContext = new RouterContextProvider();
  requestContext.set(pageDataLoader, loadPageData);
  const context = await handlerOf(language).query(new Request(decodable(url)), { requestContext });
  // Loaders return data, never a response.
  if (context instanceof Response) throw new TypeError("A loader has answered with a response");
  const unexpected = Object.values(context.errors ?? {}).find((error) => error instanceof Error);
  if (unexpected) throw unexpected;
  const { route } = context.matches.at(-1) ?? {};
  const page = context.errors ? null : pageOfRoute(route?.id);
  const loaded = (page && route && (context.loaderData[route.id] as PreparedPage["data"])) ?? null;
  return {
    status: context.statusCode,
    page,
    context,
    data: loaded,
    isOffered: page === null || loaded === null || isContentKnown(page, context, loaded),
    isWholeWithoutData: page !== null && PAGE_MODULES[page].isWholeWithoutData === true,
  };
}

/** React Router accepts addresses that cannot be decoded, but logs a warning for each. */
function decodable(url: string): string {
  const { pathname } = new URL(url);
  return percentDecoded(pathname) === null ? url.replace(pathname, pathname.replaceAll("%", "%25")) : url;
}

function isContentKnown(
  page: Page,
  { location, matches }: StaticHandlerContext,
  loaded: PageAnswers | LatePageData,
) {
  if (isLate(loaded)) return true;
  const { dataKeys, subjectKey } = PAGE_MODULES[page];
  const params = matches.at(-1)?.params ?? {};
  const [shown] = dataKeys?.({ params, searchParams: new URLSearchParams(location.search) }) ?? [];
  return subjectKey === undefined || shown === undefined || !loaded.absent.includes(shown);
}

/** Replaces a page that could not be rendered by the error page; without the layout if only the layout route matches. */
export function failPage({ context, ...prepared }: PreparedPage, error: PageError): PreparedPage {
  const boundary = context.matches.length === 1 ? FRAME_ROUTE_ID : ERROR_BOUNDARY_ROUTE_ID;
  return {
    ...prepared,
    page: null,
    data: null,
    status: error.status,
    context: { ...context, loaderData: {}, errors: { [boundary]: error }, statusCode: error.status },
  };
}

/** The page's element, for the renderer to put into `createDocument`'s layout. */
export function createPageElement(
  { context }: PreparedPage,
  config: RuntimeConfig,
  texts: Texts,
): ReactElement {
  const router = createStaticRouter(handlerOf(config.language).dataRoutes, context);
  return (
    <App config={config} i18n={serverI18n(config.language, texts)} session={ANONYMOUS_SESSION}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </App>
  );
}

/** Names the styles of a page's document: of its list, of what it shows alone, or of what it compares. */
export function styleRoute({ page, context: { location, matches } }: PreparedPage): string {
  if (Object.keys(matches.at(-1)?.params ?? {}).length > 0) return `${page}-detail`;
  const isComparison = page === "traders" && new URLSearchParams(location.search).has(COMPARE_PARAM);
  return isComparison ? "traders-compare" : String(page);
}

/** Which texts the browser needs for a page. */
export function namespacesOf(page: Page | null): Namespace[] {
  return [...SHELL_NAMESPACES, ...(page ? pageNamespaces(page) : [])];
}

export interface DocumentParts extends Pick<DocumentProps, "preloads" | "parts"> {
  /** The style sheet, inlined so that the first paint needs no second request. */
  readonly css: string;
  /** Addresses of the sheets in it. */
  readonly styles: readonly string[];
  /** Text of client/head-script.ts, as built. */
  readonly headScript: string;
  /** Colours of the browser's own interface, matching the page's. */
  readonly grounds: Readonly<Record<"dark" | "light", string>>;
}

/**
 * Type of links to sheets that are already inline: browsers do not fetch a sheet of this type (HTML, "default fetch and process
 * the linked resource"), and Vite, which loads a page's script with its sheets, finds the link and adds none.
 */
const NOT_FETCHED = "text/plain";

/** The document around a page. */
export function createDocument(
  prepared: PreparedPage,
  config: RuntimeConfig,
  texts: Texts,
  { css, styles, headScript, grounds, ...assets }: DocumentParts,
) {
  const bootJson = jsonInScript({ config, ...hydrationData(prepared) });
  const head = (
    <>
      <meta name="theme-color" content={grounds.dark} data-scheme="dark" />
      <meta name="theme-color" content={grounds.light} data-scheme="light" media="not all" />
      <style dangerouslySetInnerHTML={{ __html: css }} />
      {styles.map((href) => (
        <link key={href} rel="stylesheet" type={NOT_FETCHED} href={href} />
      ))}
      <script dangerouslySetInnerHTML={{ __html: headScript }} />
      {assets.parts.length > 0 ? (
        <script type="speculationrules" dangerouslySetInnerHTML={{ __html: SPECULATION_RULES }} />
      ) : null}
      {searchHead(prepared, config, texts)}
    </>
  );
  return ({ children }: { children?: ReactNode }) => (
    <Document config={config} bootJson={bootJson} head={head} {...assets}>
      {children}
    </Document>
  );
}

/** The state from which the browser's router starts. Late data is streamed with the part that shows it. */
function hydrationData({ context, data: loaded }: PreparedPage): Omit<Boot, "config"> {
  const errors =
    context.errors && Object.entries(context.errors).map(([id, error]) => [id, toPageError(error)]);
  const lateRoute = loaded && isLate(loaded) ? (context.matches.at(-1)?.route.id ?? null) : null;
  return {
    loaderData: lateRoute === null ? context.loaderData : {},
    errors: errors && Object.fromEntries(errors),
    lateRoute,
  };
}

/** Renders nothing for what must not be indexed: errors, pages behind sign-in and what this upstream does not offer. */
function searchHead(
  { status, page, context, isOffered }: PreparedPage,
  config: RuntimeConfig,
  texts: Texts,
): ReactNode {
  if (status !== 200 || !isFoundBySearch(page) || !isOffered) return null;
  if (!isLinked(page, config.absentParts)) return null;
  const i18n = serverI18n(config.language, texts);
  const { id, handle } = context.matches.at(-1)?.params ?? {};
  return (
    <SearchHead
      config={config}
      i18n={i18n}
      page={page}
      path={context.location.pathname}
      thing={id ?? handle ?? null}
    />
  );
}

// Route tables hold no request state, so one for each language is reused for the isolate's lifetime.
const handlers = new Map<Language, StaticHandler>();

function handlerOf(language: Language): StaticHandler {
  const known = handlers.get(language);
  if (known) return known;
  const created = createStaticHandler(
    createRoutes(language, (page) => {
      const module = PAGE_MODULES[page];
      const loader = loaderOf(module);
      return { Component: withHead(page, module.Component), ...(loader && { loader }) };
    }),
  );
  handlers.set(language, created);
  return created;
}

/** A page without data has none. */
function loaderOf({ dataKeys, subjectKey }: PageModule) {
  if (!dataKeys) return undefined;
  return async function loadPage({ request, params, context }: LoaderFunctionArgs) {
    const location = { params, searchParams: new URL(request.url).searchParams };
    try {
      return await context.get(pageDataLoader)(dataKeys(location), subjectKey?.(location) ?? null);
    } catch (error) {
      // Throwing `data()` is how React Router sets a status.
      // oxlint-disable-next-line typescript/only-throw-error
      if (error instanceof PageNotFound) throw data(null, { status: 404 });
      throw error;
    }
  };
}
