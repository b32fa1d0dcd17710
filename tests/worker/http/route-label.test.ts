import { describe, expect, it } from "vitest";
import { createApi } from "#worker/api/api.ts";
import { routeLabel } from "#worker/http/route-label.ts";
import { createSessionWorld } from "../api/session/session-world.ts";

describe("the label of an address", () => {
  it.each([
    ["/", "/"],
    ["/de/signal/018f-42", "/de/signal/:x"],
    ["/api/hooks/s3cr3t-key/", "/api/hooks/:x/"],
    ["/api/admin/accounts/0197/end-sessions/", "/api/admin/accounts/:x/end-sessions/"],
    ["/api/unknown-word/DEMO-1001", "/api/:x/:x"],
    ["/en/traders/north-light/_payload.json", "/en/traders/:x/_payload.json"],
    [`/${"x/".repeat(500)}`, "/:x/:x/:x/:x/:x/:x/:x/…"],
  ])("%s is %s", (path, label) => {
    expect(routeLabel(path)).toBe(label);
  });

  it("knows every word of the embedded API's own addresses", () => {
    const { deps } = createSessionWorld();
    for (const { path, method } of createApi(deps).routes) {
      if (method === "ALL") continue;
      const filled = path.replace(/:file\{[^}]*\}/, "signals.json").replace(":language", "de");
      expect(routeLabel(filled)).toBe(filled.replaceAll(/:\w+/g, ":x"));
    }
  });
});
