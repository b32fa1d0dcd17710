/** Handles a failure while mounting the application: logs it and sets it as the application's error. */
import type { i18n } from "i18next";
import type { ReactElement } from "react";
import { I18nextProvider } from "react-i18next";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { applicationError } from "#client/ui/error-page-content.ts";
import { RouteErrorPage } from "#client/app/error-page.tsx";
import { RuntimeConfigProvider, type RuntimeConfig } from "#client/data/runtime-config.tsx";
import { untilUnload } from "./document-load.ts";

export interface StartFailureWorld {
  readonly config: RuntimeConfig;
  /** The texts that have been loaded. */
  readonly i18n: i18n;
  /** True once React has taken over the document: from then on the application shows its error itself. */
  readonly hasMounted: boolean;
  /** The page's main part as the server sent it. */
  readonly main: HTMLElement | null;
  /** Renders into an element that is no React root yet. */
  readonly render: (container: HTMLElement, page: ReactElement) => void;
}

/** If the application cannot show the error itself, the error page replaces the page's main part. */
export function failStart(
  thrown: unknown,
  { config, i18n, hasMounted, main, render }: StartFailureWorld,
): void {
  // oxlint-disable-next-line no-console -- a failure while mounting must be seen
  console.error("Error while mounting the application", thrown);
  applicationError.report(thrown);
  if (hasMounted || !main) return;
  if (i18n.hasResourceBundle(config.language, "common")) {
    render(main, createErrorPage(config, i18n));
  } else {
    main.textContent =
      "Internal Server Error: a part of this page could not be loaded. Please load it again.";
  }
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
