import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { DataProvider } from "#client/data/data-provider.tsx";
import type { Http } from "#client/data/http.ts";
import { VitalsView } from "#client/pages/admin/vitals-view.tsx";
import type { VitalsSummary } from "#shared/contracts/vitals.ts";
import { LANGUAGES, type Language } from "#shared/languages.ts";
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

it.each(LANGUAGES)(
  "the view says in %s that measurements are stored in Analytics Engine, and shows the earlier ones",
  (language) => {
    const html = render(language, { is_in_analytics_engine: true, results: [HOME] });
    expect(html).toContain("Workers Analytics Engine");
    expect(html).toContain("worker/OPERATIONS.md");
    expect(html).toMatch(/1[.,\s\u202f\u00a0]?234/);
  },
);

it("the view does not say that no visit was measured while measurements are stored in Analytics Engine", () => {
  const empty = "No visit has been measured in this period.";
  expect(render("en", { is_in_analytics_engine: true, results: [] })).not.toContain(empty);
  const html = render("en", { is_in_analytics_engine: false, results: [] });
  expect(html).toContain(empty);
  expect(html).not.toContain("Workers Analytics Engine");
});
