/**
 * Which builds stay available beside the newest, so that a tab of an older build never meets a 404.
 *
 * Deploying: the files of the last builds are uploaded with the new one, because `dist/client` still holds them. So a
 * deployment runs where the last one ran, or where its `dist/` was restored from a CI cache. Without it (first deployment,
 * fresh clone) only the new build is there, and tabs of older ones fall back to one reload (client/browser/part-failure.ts).
 */
import * as v from "valibot";

/** Builds kept, the newest included. */
export const MAX_KEPT_BUILDS = 5;

const KeptBuild = v.object({
  id: v.string(),
  /** Files of this build, relative to the folder that is served. */
  files: v.array(v.string()),
});

export type KeptBuild = v.InferOutput<typeof KeptBuild>;

export const KeptBuilds = v.array(KeptBuild);

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
