/** Data hooks on the server return what the server has loaded, and send no requests. */
import { renderToString } from "react-dom/server";
import * as v from "valibot";
import { expect, it } from "vitest";
import { DataProvider, type DataProviderProps } from "#client/data/data-provider.tsx";
import { useApi } from "#client/data/use-api.ts";
import { NO_HTTP } from "#tests/client/render-page.tsx";

const Answer = v.object({ name: v.string() });

/** The name that the hook returns, or why it has none. */
function Thing() {
  const { data, error } = useApi("/api/thing/", Answer);
  return data?.name ?? String(error ?? "nothing");
}

const render = (loaded: Partial<DataProviderProps> = {}) =>
  renderToString(
    <DataProvider http={NO_HTTP} fallback={{}} {...loaded}>
      <Thing />
    </DataProvider>,
  );

it.each<[what: string, loaded: Partial<DataProviderProps>, shown: string]>([
  [
    "the data that the server has loaded for its path",
    { fallback: { "/api/thing/": { name: "tide" } } },
    "tide",
  ],
  [
    "that there was no answer if it breaks its contract",
    { fallback: { "/api/thing/": { name: 7 } } },
    "gave no answer",
  ],
  [
    "why the API refused the request",
    { refusals: { "/api/thing/": { code: "invalid_query" } } },
    "400 invalid_query",
  ],
  ["404 if the API has no such path", { absent: ["/api/thing/"] }, "404 not_found"],
])("useApi returns %s, and keeps nothing for the next rendering", (_what, loaded, shown) => {
  expect(render(loaded)).toContain(shown);
  expect(render()).toBe("nothing");
});
