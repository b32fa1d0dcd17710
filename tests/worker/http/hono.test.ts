import { Hono as PackageHono } from "hono";
import type { HonoBase } from "hono/hono-base";
import type { BlankEnv } from "hono/types";
import { describe, expect, it } from "vitest";
import { Hono } from "#worker/http/hono.ts";

/** Every kind of path that the worker's apps have. */
function addRoutes(app: HonoBase<BlankEnv>): void {
  app.use(async (c, next) => {
    await next();
    c.res.headers.append("X-Trace", "all");
  });
  app.use("/api/*", async (c, next) => {
    await next();
    c.res.headers.append("X-Trace", "api");
  });
  app.get("/api/openapi.json", (c) => c.text("fixed"));
  app.all("/api/*", (c) => c.text("below"));
  app.post("/signals/", (c) => c.text("posted"));
  app.get("/signals/:id/", (c) => c.text(`one ${c.req.param("id")}`));
  app.get("/feeds/:language/:file{signals\\.(?:atom|json)}/", (c) => c.text(`feed ${c.req.param("file")}`));
  app.get("/:file{map-[1-9][0-9]{0,8}\\.xml}", (c) => c.text(`map ${c.req.param("file")}`));
  app.get("*", (c) => c.text("page"));
  app.notFound((c) => c.text("nothing", 404));
}

describe("Hono with one router", () => {
  it.each([
    ["GET", "/api/openapi.json", "fixed"],
    ["GET", "/api/", "below"],
    ["DELETE", "/api/a/b", "below"],
    ["POST", "/signals/", "posted"],
    ["POST", "/signals", "nothing"],
    ["GET", "/signals/a%2Fb/", "one a/b"],
    ["GET", "/signals/a", "page"],
    ["GET", "/feeds/de/signals.atom/", "feed signals.atom"],
    ["GET", "/feeds/de/signals.xml/", "page"],
    ["GET", "/map-12.xml", "map map-12.xml"],
    ["GET", "/map-012.xml", "page"],
    ["GET", "/", "page"],
  ])("answers %s %s with “%s”, as the package's own class does", async (method, path, text) => {
    const answers = [new Hono<BlankEnv>(), new PackageHono()].map(async (app) => {
      addRoutes(app);
      const response = await app.request(path, { method });
      return { status: response.status, trace: response.headers.get("X-Trace"), text: await response.text() };
    });
    const [own, packages] = await Promise.all(answers);
    expect(own).toEqual(packages);
    expect(own?.text).toBe(text);
  });
});
