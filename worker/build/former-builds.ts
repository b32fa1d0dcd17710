/**
 * Which builds stay available besides the newest, so that a tab of an older build never gets a 404.
 *
 * When deploying, the files of the last builds are uploaded with the new one, because `dist/client` still holds them. So a
 * deployment runs where the last one ran, or where its `dist/` was restored from a CI cache. Otherwise (first deployment,
 * fresh clone) only the new build is available, and tabs of older ones fall back to one reload
 * (client/app/browser/part-failure.ts).
 */
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";

/** Builds kept, the newest included. */
export const MAX_KEPT_BUILDS = 5;

const KeptBuild = v.object({
  id: v.string(),
  /** Files of this build, relative to the served folder. */
  files: v.array(v.string()),
});

export type KeptBuild = v.InferOutput<typeof KeptBuild>;

const KeptBuilds = v.array(KeptBuild);

/** The builds to keep, newest first, and the files in `present` that none of them needs. */
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

/** Removes from the `served` folder the files that no kept build needs, and stores the list of kept builds. */
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
    // None yet, or in the format of another version.
    return [];
  }
}
