import { expect, it } from "vitest";
import { mayFetchAhead, mayPrefetchManifest } from "#client/app/browser/connection.ts";

it.each([
  [{}, true, true],
  [{ effectiveType: "4g" }, true, true],
  [{ effectiveType: "3g" }, true, true],
  [{ effectiveType: "2g" }, true, false],
  [{ effectiveType: "slow-2g" }, false, false],
  [{ effectiveType: "4g", saveData: true }, false, false],
])(
  "on the connection %j, the manifest may be prefetched: %s, and links: %s",
  (connection, manifest, links) => {
    expect(mayPrefetchManifest(connection)).toBe(manifest);
    expect(mayFetchAhead(connection)).toBe(links);
  },
);
