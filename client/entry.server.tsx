/** The one door through which the worker renders. */
import type { ReactElement, ReactNode } from "react";
import {
  createContext,
  createStaticHandler,
  createStaticRouter,
  data,
  RouterContextProvider,
  StaticRouterProvider,
  type LoaderFunctionArgs,
  type StaticHandler,
  type StaticHandlerContext,
} from "react-router";
import type { Language } from "#shared/languages.ts";
import { DEFAULT_ERROR_STATUS } from "#shared/limits.ts";
import { pageHref, PAGES, type Page } from "#shared/routes.ts";
import { App } from "./app/app.tsx";
import { serializeBoot } from "./app/boot.ts";
import { Document, type DocumentProps } from "./app/document.tsx";
import { isKnownQuery } from "./app/known-query.ts";
import { toPageError, type PageError } from "./app/page-error.ts";
import type { LoadedAnswers, PageData, PageModule } from "./app/page-module.ts";
import { createRoutes, ERROR_BOUNDARY_ROUTE_ID, withHead } from "./app/routes.tsx";
import type { RuntimeConfig } from "./app/runtime-config.tsx";
import { SearchHead } from "./app/search-head.tsx";
import { SpeculationRules } from "./app/speculation-rules.tsx";
import { isFoundBySearch } from "./entry.addresses.ts";
import { serverI18n } from "./i18n/server-i18n.ts";
import { pageNamespaces, SHELL_NAMESPACES, type Namespace, type Texts } from "./i18n/namespaces.ts";
import { NOBODYS_SESSION } from "./session/nobodys-session.ts";
import { DATA_MARK_ID, KeptPartsProvider, MARK_ELEMENT, type PlacePart } from "./ui/kept-part.tsx";
import { PAGE_KEYS } from "./pages/page-keys.ts";
import { PAGE_MODULES } from "./pages/page-modules.ts";

export { DATA_MARK_ID, MARK_ELEMENT };
export type { LoadedAnswers, PlacePart, RuntimeConfig };

/**
 * Fetches the answers to API paths for one page view; a failed one is left out. Throws `PageNotFound` where the API has
 * nothing under `subject`.
 */
export type LoadPageData = (keys: readonly string[], subject: string | null) => Promise<LoadedAnswers>;

/** Thrown by `LoadPageData` where the API knows no such thing: the page answers 404. */
export class PageNotFound extends Error {
  override readonly name = "PageNotFound";
}

/** A page whose status is decided and whose data is there, ready to render. */
export interface PreparedPage {
  readonly status: number;
  /** Null for the 404 page. */
  readonly page: Page | null;
  /** False where the query holds a parameter that the page does not know. */
  readonly isKnownAddress: boolean;
  readonly loaderData: Readonly<Record<string, unknown>>;
  readonly context: StaticHandlerContext;
  /** See client/app/part.tsx. */
  readonly arePartsHeld: boolean;
}

/** Matches the path, loads the page's data and decides the status. `request` must be a GET in the language given. */
export async function preparePage(
  request: Request,
  language: Language,
  loadPageData: LoadPageData,
): Promise<PreparedPage> {
  const { pathname, search } = new URL(request.url);
  const known = pagesWithoutData.get(pathname);
  if (known) return search === "" ? known : withSearch(known, search);
  const requestContext = new RouterContextProvider(new Map([[loadPageDataContext, loadPageData]]));
  const context = await handlerOf(language).query(request, { requestContext });
  if (context instanceof Response) throw new TypeError("No loader of this site answers with a response");
  const { params = {}, route } = context.matches.at(-1) ?? {};
  const matched = route?.id.replace(/-detail$/, "");
  const page = PAGES.find((page) => page === matched) ?? "home";
  const isKnownAddress = isKnownQuery(PAGE_KEYS[page], {
    params,
    searchParams: new URLSearchParams(search),
  });
  const prepared: PreparedPage = {
    status: context.statusCode,
    page: context.errors ? null : page,
    isKnownAddress,
    loaderData: context.loaderData,
    context,
    arePartsHeld: false,
  };
  // At a page's own path nothing but the path has decided.
  if (search === "" && !route?.loader && pathname === pageHref(language, page)) {
    pagesWithoutData.set(pathname, prepared);
  }
  return prepared;
}

function withSearch(prepared: PreparedPage, search: string): PreparedPage {
  const { context } = prepared;
  const location = { ...context.location, search };
  return { ...prepared, isKnownAddress: false, context: { ...context, location } };
}

/** The same page after a fault while rendering: without its parts, one of which may be at fault. */
export function holdParts(prepared: PreparedPage): PreparedPage {
  return { ...prepared, status: DEFAULT_ERROR_STATUS, arePartsHeld: true };
}

/** The same page where that fails as well: its error page. */
export function failPage(prepared: PreparedPage, error: PageError): PreparedPage {
  const errors = { [ERROR_BOUNDARY_ROUTE_ID]: error };
  return { ...prepared, page: null, status: error.status, context: { ...prepared.context, errors } };
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
  const { dataRoutes } = handlerOf(config.language);
  const router = createStaticRouter(dataRoutes, prepared.context);
  return (
    <App
      config={config}
      i18n={serverI18n(config.language, texts)}
      session={NOBODYS_SESSION}
      arePartsHeld={prepared.arePartsHeld}
    >
      <KeptPartsProvider value={prepared.arePartsHeld ? null : place}>
        <StaticRouterProvider router={router} context={prepared.context} hydrate={false} />
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
  assets: Omit<DocumentProps, "config" | "bootJson" | "head" | "children">,
) {
  const thrown = prepared.context.errors?.[ERROR_BOUNDARY_ROUTE_ID];
  const error = prepared.context.errors ? toPageError(thrown) : null;
  const { loaderData, arePartsHeld } = prepared;
  const bootJson = serializeBoot({ config, loaderData, error, arePartsHeld });
  const head = (
    <>
      {assets.parts.length > 0 ? <SpeculationRules language={config.language} nonce={assets.nonce} /> : null}
      {searchHead(prepared, config, texts)}
    </>
  );
  return ({ children }: { children?: ReactNode }) => (
    <Document config={config} bootJson={bootJson} head={head} {...assets}>
      {children}
    </Document>
  );
}

/** Nothing for what is not to be found: errors and pages behind sign-in. */
function searchHead({ status, page, context }: PreparedPage, config: RuntimeConfig, texts: Texts): ReactNode {
  if (status !== 200 || !isFoundBySearch(page)) return null;
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

const loadPageDataContext = createContext<LoadPageData>();

// One at most for each page and language: the route of a page without data is the same for everybody.
const pagesWithoutData = new Map<string, PreparedPage>();

// Route tables hold no request state; one a language is enough for the isolate's life.
const handlers = new Map<Language, StaticHandler>();

function handlerOf(language: Language): StaticHandler {
  const known = handlers.get(language);
  if (known) return known;
  const created = createStaticHandler(
    createRoutes(language, (page) => {
      const module = PAGE_MODULES[page];
      const route = { Component: withHead(page, module.Component) };
      return module.dataKeys
        ? { ...route, loader: (args: LoaderFunctionArgs) => loadOnServer(args, module) }
        : route;
    }),
  );
  handlers.set(language, created);
  return created;
}

async function loadOnServer(
  { request, params, context }: LoaderFunctionArgs,
  { dataKeys, subjectKey, draw }: PageModule,
): Promise<PageData> {
  const { pathname, searchParams } = new URL(request.url);
  const location = { params, searchParams };
  try {
    const load = context.get(loadPageDataContext);
    const loaded = await load(dataKeys?.(location) ?? [], subjectKey?.(location) ?? null);
    return { ...loaded, drawings: draw?.(loaded.answers) ?? {} };
  } catch (error) {
    if (!(error instanceof PageNotFound)) throw error;
    const notFound: PageError = { status: 404, path: pathname };
    throw data(notFound, { status: 404 });
  }
}
