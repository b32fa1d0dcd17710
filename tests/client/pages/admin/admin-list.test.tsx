/** What lists of staff show. */
import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { DataProvider } from "#client/data/data-provider.tsx";
import type { Http } from "#client/data/http.ts";
import { ANONYMOUS_SESSION } from "#client/features/session/anonymous-session.ts";
import { SessionProvider } from "#client/features/session/session-context.tsx";
import { AuditView } from "#client/pages/admin/audit-view.tsx";
import { KeysView } from "#client/pages/admin/keys-view.tsx";
import { VitalsView } from "#client/pages/admin/vitals-view.tsx";
import type { AuditAction, AuditPage } from "#shared/contracts/audit.ts";
import type { IngestKey } from "#shared/contracts/ingest-keys.ts";
import type { PriceLeads } from "#shared/contracts/prices.ts";
import type { VitalsSummary } from "#shared/contracts/vitals.ts";
import { LANGUAGES, type Language } from "#shared/site/languages.ts";
import { InLanguage } from "#tests/client/in-language.tsx";

const refuse = () => Promise.reject(new Error("Nothing is asked for while rendering"));
const http: Http = { get: refuse, send: refuse };

function render(View: ComponentType, answers: Readonly<Record<string, unknown>>, language: Language = "en") {
  const Component = () => (
    <DataProvider http={http} fallback={answers}>
      <SessionProvider session={ANONYMOUS_SESSION}>
        <View />
      </SessionProvider>
    </DataProvider>
  );
  return renderToStaticMarkup(
    <InLanguage language={language}>
      <RouterProvider router={createMemoryRouter([{ path: "/", Component }])} />
    </InLanguage>,
  );
}

const vitals = (results: VitalsSummary["results"]) => ({ "/api/admin/vitals/?days=7": { days: 7, results } });

const UNMEASURED = { inp: null, cls: null, fcp: null, ttfb: null };
const HOME = { page: "home" as const, lcp: { p75: 1_234, count: 7 }, ...UNMEASURED };

it.each(LANGUAGES)("the page speed is shown in %s", (language) => {
  expect(render(VitalsView, vitals([HOME]), language)).toMatch(/1[.,\s\u202f\u00a0]?234/);
});

it.each([
  ["nothing", [], true],
  ["one page", [HOME], false],
])("the page speed says if no visit was measured: %s", (_which, results, isSaid) => {
  const html = render(VitalsView, vitals(results));
  expect(html.includes("No visit has been measured in this period.")).toBe(isSaid);
});

const KEY: IngestKey = {
  id: "1",
  trader: "north-light",
  label: "Bot",
  payout: 0.85,
  entry_delay_seconds: 24,
  life_seconds: 300,
  min_payout: 0.5,
  max_payout: 1,
  min_life_seconds: 60,
  max_life_seconds: 600,
  assets: ["EUR/USD"],
  takes_confidence: false,
  created_at: "2026-03-01T12:00:00.000Z",
  last_used_at: null,
  revoked_at: null,
  not_understood: [],
};
const LEADS: PriceLeads = { assets: { "EUR/USD": 25 }, others: 65 };

it.each([
  ["in 24 s on an asset quoted every 20 s", {}, "25 sec"],
  ["in 25 s", { entry_delay_seconds: 25 }, undefined],
  ["on any asset", { entry_delay_seconds: 64, assets: [] }, "65 sec"],
  ["on an asset that nobody prices", { assets: ["EURUSD_otc"] }, undefined],
  ["but revoked", { revoked_at: "2026-03-02T12:00:00.000Z" }, undefined],
])("the list of keys warns of a lead that is too short: %s", (_which, key: Partial<IngestKey>, lead) => {
  const html = render(KeysView, {
    "/api/admin/ingest-keys/": { results: [{ ...KEY, ...key }] },
    "/api/admin/signals/leads/": LEADS,
  });
  expect(/With less than (.*?) until entry/.exec(html)?.[1]).toBe(lead);
});

it.each([
  ["account_deleted", null, "deleted account"],
  ["account_changed", "DEMO-1001", "DEMO-1001"],
  ["invite_revoked", null, "some-id"],
  ["webhook_deleted", null, "some-id"],
  ["webhook_tested", "Relay", "Relay"],
] satisfies [AuditAction, string | null, string][])(
  "the audit log shows a target by its name, or else by its id, unless that was an account: %s, %s",
  (action, target_name, shown) => {
    const actor = { id: "1", pocketoption_id: "DEMO-9001", name: "" };
    const at = "2026-03-01T12:00:00.000Z";
    const entry = { seq: 1, at, action, actor, target: "some-id", target_name, detail: {}, network: "" };
    const page: AuditPage = {
      results: [{ ...entry, request_id: "request-1" }],
      next: null,
      position: { total: 1, before: 0 },
    };
    const html = render(AuditView, { "/api/admin/audit/": page });
    expect(/two-lines typed">(.*?)</.exec(html)?.[1]).toBe(shown);
  },
);
