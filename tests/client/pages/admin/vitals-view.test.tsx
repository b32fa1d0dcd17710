import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { DataProvider } from "#client/data/data-provider.tsx";
import type { Http } from "#client/data/http.ts";
import { VitalsView } from "#client/pages/admin/vitals-view.tsx";
import type { VitalsSummary } from "#shared/contracts/vitals.ts";
import { LANGUAGES, type Language } from "#shared/site/languages.ts";
import { BRAND, InLanguage } from "#tests/client/in-language.tsx";

const HOME = {
  page: "home",
  lcp: { p75: 1_234, count: 7 },
  inp: null,
  cls: null,
  fcp: null,
  ttfb: null,
} as const;

const refuse = () => Promise.reject(new Error("Nothing is asked for while rendering"));
const http: Http = { get: refuse, send: refuse };

function render(language: Language, summary: Omit<VitalsSummary, "days">): string {
  const fallback = { "/api/admin/vitals/?days=7": { days: 7, ...summary } };
  const Component = () => (
    <DataProvider http={http} fallback={fallback}>
      <VitalsView />
    </DataProvider>
  );
  return renderToStaticMarkup(
    <InLanguage language={language} brand={BRAND}>
      <RouterProvider router={createMemoryRouter([{ path: "/", Component }])} />
    </InLanguage>,
  );
}

it.each(LANGUAGES)("the view shows in %s what was measured", (language) => {
  expect(render(language, { results: [HOME] })).toMatch(/1[.,\s\u202f\u00a0]?234/);
});

it("the view says if no visit was measured", () => {
  const empty = "No visit has been measured in this period.";
  expect(render("en", { results: [] })).toContain(empty);
  expect(render("en", { results: [HOME] })).not.toContain(empty);
});
