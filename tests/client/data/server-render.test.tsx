/** Data hooks on the server return what the server has loaded, and send no requests. */
import { renderToString } from "react-dom/server";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { DataProvider } from "#client/data/data-provider.tsx";
import type { Http } from "#client/data/http.ts";
import { useApi } from "#client/data/use-api.ts";

const refuse = () => Promise.reject(new Error("Nothing is asked for while rendering"));
const http: Http = { get: refuse, send: refuse };

function Thing() {
  return useApi("/api/thing/", v.object({ name: v.string() })).data?.name ?? "nothing";
}

function Fault() {
  return String(useApi("/api/thing/", v.object({ name: v.string() })).error ?? "none");
}

function render(
  element: React.ReactNode,
  fallback: Record<string, unknown> = {},
  refusals: Record<string, unknown> = {},
  absent: readonly string[] = [],
): string {
  return renderToString(
    <DataProvider http={http} fallback={fallback} refusals={refusals} absent={absent}>
      {element}
    </DataProvider>,
  );
}

describe("useApi", () => {
  it("returns the data that the server has loaded for its path", () => {
    expect(render(<Thing />, { "/api/thing/": { name: "tide" } })).toBe("tide");
  });

  it("reports that there was no response if the data breaks its contract", () => {
    expect(render(<Fault />, { "/api/thing/": { name: 7 } })).toContain("The server gave no answer");
    expect(render(<Fault />, { "/api/thing/": { name: "tide" } })).toBe("none");
    expect(render(<Fault />)).toBe("none");
  });

  it("reports why the API refused the server's request", () => {
    const refusals = { "/api/thing/": { code: "invalid_query", from: ["no date"] } };
    expect(render(<Fault />, {}, refusals)).toContain("400 invalid_query");
  });

  it("reports 404 if the server knows that the API has no such path", () => {
    expect(render(<Fault />, {}, {}, ["/api/thing/"])).toContain("404 not_found");
  });

  it("keeps nothing from one rendering to the next", () => {
    render(<Thing />, { "/api/thing/": { name: "tide" } });
    expect(render(<Thing />)).toBe("nothing");
  });

  it("throws a helpful error outside a DataProvider", () => {
    expect(() => renderToString(<Thing />)).toThrow("Expected a DataProvider above");
  });
});
