import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "#shared/site/languages.ts";
import { PAGES } from "#shared/site/routes.ts";
import { apiPaths } from "#worker/build/openapi/operations.ts";
import { readConfig } from "#worker/config.ts";
import { routeLabel } from "#worker/gateway/route-label.ts";
import { testGateway } from "./test-gateway.ts";

/** A part of an address that could be a name or a secret. */
const SECRET = "s3cr3t-key";

describe("the logged route of an address", () => {
  it.each([
    ["/", "/"],
    ["/de", "/de"],
    ["/de/signal", "/de/signal"],
    ["/de/signal/018f-42", "/de/signal/:id"],
    ["/de/signal/018f-42/more", "/de/:x"],
    ["/de/DEMO-1001", "/de/:x"],
    ["/login", "/login"],
    ["/signal/018f-42", "/signal/:x"],
    ["/DEMO-1001", "/:x"],
    ["//de/signal", "/"],
    ["/en/traders/north-light/_payload.json", "/en/traders/:handle/_payload.json"],
    ["/DEMO-1001/_payload.json", "/:x/_payload.json"],
    ["/assets/DEMO-1001.js", "/:x"],
    ["/api/hooks/s3cr3t-key/", "/api/hooks/:key/"],
    ["/api/hooks/s3cr3t-key", "/api/hooks/:key/"],
    ["/api/hooks/s3cr3t.key/", "/api/:x"],
    ["/api/signals/export.csv", "/api/signals/export.csv"],
    ["/api/profile/sessions/end-others/", "/api/profile/sessions/end-others/"],
    ["/api/admin/accounts/0197/end-sessions/", "/api/admin/accounts/:id/end-sessions/"],
    ["/api/unknown-word/DEMO-1001", "/api/:x"],
    ["/api/", "/api/:x"],
    [`/${"x/".repeat(500)}`, "/:x"],
  ])("%s is %s", (path, label) => {
    expect(routeLabel(path)).toBe(label);
  });

  it("is the route's pattern for every call of the embedded API", async () => {
    for (const pattern of await apiPaths()) {
      const asked = pattern.replace(":file", "signals.json").replaceAll(/:\w+/g, SECRET);
      expect(routeLabel(asked)).toBe(pattern);
    }
  });

  it("contains no part of the address that could be a name or a secret", () => {
    const starts = ["", ...LANGUAGES.map((language) => `/${language}`)];
    for (const page of PAGES) {
      for (const start of starts) {
        for (const rest of ["", "/_payload.json", "/more", `/${SECRET}`]) {
          expect(routeLabel(`${start}/${page}/${SECRET}${rest}`)).not.toContain(SECRET);
          expect(routeLabel(`${start}/${SECRET}${rest}`)).not.toContain(SECRET);
        }
      }
    }
  });

  it("is the gateway's own route if there is one, whatever the response", async () => {
    const { ask, logged } = testGateway({ config: { ...readConfig(env), logsRequests: true } });
    for (const path of ["/healthz", "/sitemap.xml", `/builds/${SECRET}`, "/api/openapi.json"])
      await ask(path);
    await ask("/language", { method: "POST", headers: { Origin: "https://elsewhere.example" } });
    await ask("/healthz", { method: "DELETE" });
    expect(logged.filter(({ event }) => event === "request").map(({ route }) => route)).toEqual([
      "/healthz",
      "/sitemap.xml",
      "/builds/*",
      "/api/openapi.json",
      "/language",
      "/:x",
    ]);
  });
});
