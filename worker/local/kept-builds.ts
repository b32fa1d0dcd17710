/**
 * Which builds stay available beside the newest, so that a tab of an older build never meets a 404.
 *
 * Deploying: the files of the last builds are uploaded with the new one, because `dist/client` still holds them. So a
 * deployment runs where the last one ran, or where its `dist/` was restored from a CI cache. Without it (first deployment,
 * fresh clone) only the new build is there, and tabs of older ones fall back to one reload (client/app/browser/part-failure.ts).
 */
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";

/** Builds kept, the newest included. */
export const MAX_KEPT_BUILDS = 5;

const KeptBuild = v.object({
  id: v.string(),
  /** Files of this build, relative to the folder that is served. */
  files: v.array(v.string()),
});

export type KeptBuild = v.InferOutput<typeof KeptBuild>;

const KeptBuilds = v.array(KeptBuild);

/** The builds to keep, newest first, and which of the files `present` none of them needs. */
export function keepBuild(
  newest: KeptBuild,
  previous: readonly KeptBuild[],
  present: readonly string[],
): { readonly kept: readonly KeptBuild[]; readonly dropped: readonly string[] } {
  const kept = [newest, ...previous.filter(({ id }) => id !== newest.id)].slice(0, MAX_KEPT_BUILDS);
  const needed = new Set(kept.flatMap(({ files }) => files));
  return { kept, dropped: present.filter((file) => !needed.has(file)) };
}

const KEPT_BUILDS_FILE = "dist/builds.json";

/** Removes from the folder that is `served` what only builds need that are kept no more, and remembers the rest. */
export function dropOldBuilds(served: string, newest: KeptBuild): void {
  const present = globSync(["assets/*", "builds/meta/*.json"], { cwd: served });
  const { kept, dropped } = keepBuild(newest, readKeptBuilds(), present);
  for (const file of dropped) rmSync(join(served, file), { force: true });
  writeFileSync(KEPT_BUILDS_FILE, JSON.stringify(kept));
}

function readKeptBuilds(): readonly KeptBuild[] {
  try {
    return v.parse(KeptBuilds, JSON.parse(readFileSync(KEPT_BUILDS_FILE, "utf8")));
  } catch {
    // None yet, or of a version that wrote them otherwise.
    return [];
  }
}
