import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { DataProvider } from "#client/data/data-provider.tsx";
import type { Http } from "#client/data/http.ts";
import { KeysView } from "#client/pages/admin/keys-view.tsx";
import type { IngestKey } from "#shared/contracts/ingest-keys.ts";
import type { PriceLeads } from "#shared/contracts/prices.ts";
import { InLanguage } from "#tests/client/in-language.tsx";

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

const refuse = () => Promise.reject(new Error("Nothing is asked for while rendering"));
const http: Http = { get: refuse, send: refuse };

function render(key: Partial<IngestKey>): string {
  const fallback = {
    "/api/admin/ingest-keys/": { results: [{ ...KEY, ...key }] },
    "/api/admin/signals/leads/": LEADS,
  };
  const Component = () => (
    <DataProvider http={http} fallback={fallback}>
      <KeysView />
    </DataProvider>
  );
  return renderToStaticMarkup(
    <InLanguage language="en">
      <RouterProvider router={createMemoryRouter([{ path: "/", Component }])} />
    </InLanguage>,
  );
}

it.each([
  ["in 24 s on an asset quoted every 20 s", {}, "With less than 25 sec until entry"],
  ["in 25 s", { entry_delay_seconds: 25 }, null],
  ["on any asset", { entry_delay_seconds: 64, assets: [] }, "With less than 65 sec until entry"],
  ["on an asset that nobody prices", { assets: ["EURUSD_otc"] }, null],
  ["but revoked", { revoked_at: "2026-03-02T12:00:00.000Z" }, null],
])("the list of keys warns of a lead that is too short: %s", (_which, key, warning) => {
  const html = render(key);
  if (warning === null) expect(html).not.toContain("With less than");
  else expect(html).toContain(warning);
});
