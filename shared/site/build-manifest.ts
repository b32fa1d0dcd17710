/** Information from the server about its builds, and its addresses. */
import * as v from "valibot";

/** Id of the build that answered; sent with API answers and payloads. */
export const BUILD_ID_HEADER = "X-Build-Id";

export const LATEST_BUILD_PATH = "/builds/latest.json";

/** `builds/latest.json`. */
export const LatestBuild = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  /** Unix time in milliseconds at which it was built. */
  timestamp: v.number(),
});

/** `builds/meta/{id}.json`: files that a browser may need before it is offline. Paths start with a slash. */
export const BuildManifest = v.object({
  ...LatestBuild.entries,
  /** Every style sheet. */
  styles: v.array(v.string()),
  /** Style sheets of every page, which each document contains. */
  entryStyles: v.array(v.string()),
  /** The entry and all its imports. */
  entryFiles: v.array(v.string()),
  /** The application, which the entry starts, and all its imports. */
  applicationFiles: v.array(v.string()),
  /** Scripts by page name. */
  pages: v.record(v.string(), v.array(v.string())),
  /** Script by language and namespace: `de/about`. */
  texts: v.record(v.string(), v.string()),
  /** Every hashed file of the build. */
  files: v.array(v.string()),
});

export type BuildManifest = v.InferOutput<typeof BuildManifest>;

/** Address of a build's manifest. */
export function buildManifestPath(id: string): string {
  return `/builds/meta/${encodeURIComponent(id)}.json`;
}
