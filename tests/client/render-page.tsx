/** An element as the server renders it on a page: nobody is signed in, and nothing is asked for. */
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { DataProvider } from "#client/data/data-provider.tsx";
import type { Http } from "#client/data/http.ts";
import { ANONYMOUS_SESSION } from "#client/features/session/anonymous-session.ts";
import { SessionProvider } from "#client/features/session/session-context.tsx";
import { InLanguage, type InLanguageProps } from "./in-language.tsx";

const refuse = () => Promise.reject(new Error("Nothing is asked for while rendering"));
export const NO_HTTP: Http = { get: refuse, send: refuse };

interface PageOptions extends Partial<Omit<InLanguageProps, "children">> {
  readonly path?: string;
  /** Answers of the API by their keys. */
  readonly answers?: Readonly<Record<string, unknown>>;
}

export function renderPage(
  element: ReactNode,
  { path = "/en", answers = {}, language = "en", ...site }: PageOptions = {},
): string {
  const router = createMemoryRouter([{ path: "*", element }], { initialEntries: [path] });
  return renderToStaticMarkup(
    <InLanguage language={language} {...site}>
      <SessionProvider session={ANONYMOUS_SESSION}>
        <DataProvider http={NO_HTTP} fallback={answers}>
          <RouterProvider router={router} />
        </DataProvider>
      </SessionProvider>
    </InLanguage>,
  );
}

/** What can be read of markup, with one space wherever it has space or a tag. */
export function textOf(html: string): string {
  return html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
}
