/** Failures of the application: logged, reported to the operator, and shown by the application itself or in its place. */
import type { i18n } from "i18next";
import type { ReactElement } from "react";
import { createRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import type { DocumentAssets } from "#client/app/boot-data.ts";
import { Document } from "#client/app/document.tsx";
import { RouteErrorPage } from "#client/app/error-page.tsx";
import { MAIN_ELEMENT_ID } from "#client/app/layout.tsx";
import { RuntimeConfigProvider, type RuntimeConfig } from "#client/data/runtime-config.tsx";
import { applicationError } from "#client/ui/error-page-content.ts";
import { pageLoading } from "#client/ui/loading-bar/loading-bar-state.ts";
import { untilUnload } from "./document-load.ts";
import type { PartFailure } from "./part-failure.ts";

export interface FailuresWorld {
  readonly config: RuntimeConfig;
  /** The texts that have been loaded. */
  readonly i18n: i18n;
  readonly assets: DocumentAssets;
  readonly parts: PartFailure;
}

export interface Failures {
  /** To be called once React has taken over the document: from then on the application shows its error itself. */
  readonly mounted: () => void;
  /** A failure while mounting; until `mounted` the error page replaces the page's main part. */
  readonly ofMounting: (error: unknown) => void;
  /** An uncaught error, after which React has emptied the document: the error page is rendered as a whole document. */
  readonly ofDocument: (error: unknown) => void;
  /** An error that the router has caught. */
  readonly ofPage: (error: unknown, info: { readonly errorInfo?: object }) => void;
}

export function createFailures({ config, i18n, assets, parts }: FailuresWorld): Failures {
  let hasMounted = false;
  /** Undefined if the operator does not collect error reports. */
  const reporting = config.reportsErrors ? watchErrors(config, parts) : undefined;

  function tellOperator(thrown: unknown): void {
    void reporting?.then((report) => report?.(thrown));
  }

  function take(thrown: unknown): void {
    tellOperator(thrown);
    // oxlint-disable-next-line no-console -- a failure while mounting must be seen
    console.error("Error while mounting the application", thrown);
    applicationError.report(thrown);
  }

  function show(place: HTMLElement, render: (page: ReactElement) => void): void {
    if (i18n.hasResourceBundle(config.language, "common")) render(createErrorPage(config, i18n));
    else {
      place.textContent =
        "Internal Server Error: a part of this page could not be loaded. Please load it again.";
    }
  }

  return {
    mounted: () => void (hasMounted = true),
    ofMounting(error) {
      take(error);
      const main = document.getElementById(MAIN_ELEMENT_ID);
      if (!hasMounted && main) show(main, (page) => createRoot(main).render(page));
    },
    ofDocument(error) {
      take(error);
      show(document.body, (page) =>
        createRoot(document).render(
          <Document config={config} bootJson={null} {...assets}>
            <main className="site-main">{page}</main>
          </Document>,
        ),
      );
    },
    // React has already logged errors thrown while rendering; a page error (404, a missing part) is no bug, and the code that
    // created it has logged it if necessary.
    ofPage(error, { errorInfo }) {
      pageLoading.fail();
      tellOperator(error);
      // oxlint-disable-next-line no-console -- an error of the page must be seen
      if (errorInfo === undefined && error instanceof Error) console.error(error);
    },
  };
}

/** Null if the reporting chunk cannot be loaded. */
async function watchErrors(
  { buildId }: RuntimeConfig,
  parts: PartFailure,
): Promise<((thrown: unknown) => void) | null> {
  const part = await parts.orNothing(() => import("./report-errors.ts"));
  const send = (path: string, body: string) =>
    void navigator.sendBeacon(path, new Blob([body], { type: "application/json" }));
  return part?.watchErrors({ buildId, target: window, location, send }) ?? null;
}

/** Its links load documents, because no application runs that could navigate. */
function createErrorPage(config: RuntimeConfig, i18n: i18n): ReactElement {
  const loadDocument = ({ request }: { request: Request }): Promise<never> => {
    window.location.assign(request.url);
    return untilUnload();
  };
  const router = createBrowserRouter(
    [{ id: "failed", path: "*", ErrorBoundary: RouteErrorPage, loader: loadDocument }],
    { hydrationData: { errors: { failed: applicationError.current() } } },
  );
  return (
    <RuntimeConfigProvider config={config}>
      <I18nextProvider i18n={i18n}>
        <RouterProvider router={router} />
      </I18nextProvider>
    </RuntimeConfigProvider>
  );
}
