import { expect, it } from "vitest";
import type { createBrowserHttp as createRealHttp } from "#client/data/browser-http.ts";
import { createBrowserHttp } from "#worker/gateway/pages/stand-ins/browser-http.ts";

it("has the calls of the browser's client, and each says that no server makes it", () => {
  const http = createBrowserHttp() satisfies ReturnType<typeof createRealHttp>;
  for (const call of [http.get, http.send]) expect(call).toThrow("asks for nothing");
});
