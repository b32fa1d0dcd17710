/** Addresses with parameters that a page does not know: newsletters and trackers add them, and anybody can make some up. */
import { createExecutionContext, SELF, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { testGateway } from "../test-gateway.ts";

const ORIGIN = "https://tidemark.example";
const upstream = {
  baseUrl: "https://upstream.invalid",
  fetch: async (url: URL | string, init: RequestInit) => SELF.fetch(new Request(url, init)),
};

it.each([
  ["/it/login", ["?utm_source=a", "?fbclid=b&utm_medium=c", ""]],
  ["/fr/signal", ["?outcome=won&utm_source=a", "?gclid=b&outcome=won", "?outcome=won&outcome=lost"]],
])("%s is rendered once and then cached, whatever its unknown parameters", async (path, queries) => {
  // What is kept stays fresh.
  const { gateway } = testGateway({ now: () => Date.UTC(2026, 10, 21), upstream });
  const uses: string[] = [];
  for (const query of queries) {
    const context = createExecutionContext();
    const response = await gateway.fetch(new Request(`${ORIGIN}${path}${query}`), env, context);
    await response.text();
    await waitOnExecutionContext(context);
    expect(response.status).toBe(200);
    uses.push(/cache;desc="(\w+)"/.exec(response.headers.get("Server-Timing") ?? "")?.[1] ?? "none");
  }
  expect(uses).toEqual(["miss", "hit", "hit"]);
});
