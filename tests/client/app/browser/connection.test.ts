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
  "prefetching on the connection %j is allowed for the manifest: %s, for links: %s",
  (connection, manifest, links) => {
    expect(mayPrefetchManifest(connection)).toBe(manifest);
    expect(mayFetchAhead(connection)).toBe(links);
  },
);
