import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { allowedMethods } from "#worker/api/api.ts";

function createApp() {
  const nested = new Hono().get("/:id/", (c) => c.text("one")).delete("/:id/", (c) => c.text("gone"));
  return new Hono()
    .use(async (_, next) => next())
    .post("/things/", (c) => c.text("made"))
    .route("/things", nested);
}

describe("allowedMethods", () => {
  it("lists a route's methods, with HEAD for every GET, and OPTIONS always", () => {
    expect(allowedMethods(createApp(), "/things/")).toEqual(["POST", "OPTIONS"]);
    expect(allowedMethods(createApp(), "/things/7/")).toEqual(["GET", "HEAD", "DELETE", "OPTIONS"]);
  });

  it("is empty for a path without a route, even if middleware runs on it", () => {
    expect(allowedMethods(createApp(), "/nothing/")).toEqual([]);
  });
});
