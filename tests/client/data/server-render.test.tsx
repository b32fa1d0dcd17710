/** Data hooks on the server: what it has fetched is there at once, and nothing is asked for. */
import { renderToString } from "react-dom/server";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { DataProvider } from "#client/data/data-provider.tsx";
import type { Http } from "#client/data/http.ts";
import { useApi } from "#client/data/use-api.ts";
import { useCurrentUser } from "#client/features/session/use-current-user.ts";
import { ANONYMOUS_SESSION } from "#client/features/session/anonymous-session.ts";
import { SessionProvider } from "#client/features/session/session-context.tsx";

const refuse = () => Promise.reject(new Error("Nothing is asked for while rendering"));
const http: Http = { get: refuse, methods: refuse, send: refuse };

function Thing() {
  return useApi("/api/thing/", v.object({ name: v.string() })).data?.name ?? "nothing";
}

function Fault() {
  return String(useApi("/api/thing/", v.object({ name: v.string() })).error ?? "none");
}

function CurrentUser() {
  return useCurrentUser().data?.pocketoption_id ?? "nobody";
}

function render(
  element: React.ReactNode,
  fallback: Record<string, unknown> = {},
  refusals: Record<string, unknown> = {},
  absent: readonly string[] = [],
): string {
  return renderToString(
    <SessionProvider session={ANONYMOUS_SESSION}>
      <DataProvider http={http} fallback={fallback} refusals={refusals} absent={absent}>
        {element}
      </DataProvider>
    </SessionProvider>,
  );
}

describe("useApi", () => {
  it("finds the server's data under its path", () => {
    expect(render(<Thing />, { "/api/thing/": { name: "tide" } })).toBe("tide");
  });

  it("says of an answer that breaks its contract that there is none", () => {
    expect(render(<Fault />, { "/api/thing/": { name: 7 } })).toContain("The server gave no answer");
    expect(render(<Fault />, { "/api/thing/": { name: "tide" } })).toBe("none");
    expect(render(<Fault />)).toBe("none");
  });

  it("says why the server was refused what it asked for", () => {
    const refusals = { "/api/thing/": { code: "invalid_query", from: ["no date"] } };
    expect(render(<Fault />, {}, refusals)).toContain("400 invalid_query");
  });

  it("says that the API knows no such path where the server has learnt it", () => {
    expect(render(<Fault />, {}, {}, ["/api/thing/"])).toContain("404 not_found");
  });

  it("keeps nothing from one rendering to the next", () => {
    render(<Thing />, { "/api/thing/": { name: "tide" } });
    expect(render(<Thing />)).toBe("nothing");
  });

  it("says what is missing outside a DataProvider", () => {
    expect(() => renderToString(<Thing />)).toThrow("Expected a DataProvider above");
  });
});

describe("useCurrentUser", () => {
  it("shows nobody while the session is unknown, whatever lies under the key", () => {
    expect(render(<CurrentUser />, { "/api/auth/me/": { pocketoption_id: "alice" } })).toBe("nobody");
  });
});
