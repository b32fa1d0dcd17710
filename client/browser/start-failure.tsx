/** The error page where the application could not start: it takes the place of the page's main part (spec section 8). */
import type { i18n } from "i18next";
import type { ReactElement } from "react";
import { I18nextProvider } from "react-i18next";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { ErrorPage } from "#client/app/error-page.tsx";
import { toPageError } from "#client/app/page-error.ts";
import { RuntimeConfigProvider, type RuntimeConfig } from "#client/app/runtime-config.tsx";
import { untilUnload } from "./document-load.ts";

export interface StartFailureProps {
  readonly config: RuntimeConfig;
  readonly i18n: i18n;
  readonly error: unknown;
}

/** Its links load documents: there is no application to navigate in. */
export function createStartFailure({ config, i18n, error }: StartFailureProps): ReactElement {
  const loadDocument = ({ request }: { request: Request }): Promise<never> => {
    window.location.assign(request.url);
    return untilUnload();
  };
  const router = createBrowserRouter(
    [{ id: "failed", path: "*", ErrorBoundary: ErrorPage, loader: loadDocument }],
    {
      hydrationData: { errors: { failed: toPageError(error) } },
    },
  );
  return (
    <RuntimeConfigProvider config={config}>
      <I18nextProvider i18n={i18n}>
        <RouterProvider router={router} />
      </I18nextProvider>
    </RuntimeConfigProvider>
  );
}
