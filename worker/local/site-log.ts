/** The newest checkpoint of a site's log, and whether it is signed with the key that its reader has pinned. */
import { NotFound, Refused, type Site } from "./ledger-source.ts";
import { type CheckpointFinding, openCheckpoint } from "./signed-checkpoint.ts";

/** Null where the site has no log. Where no key is pinned, the first that the site names is taken. */
export async function readSiteLog(site: Site, pinned: string | null): Promise<CheckpointFinding | null> {
  try {
    const note = await site.readText("/log/checkpoint");
    const named = (await site.readText("/log/key")).trim().split("\n");
    const finding = await openCheckpoint(note, pinned ?? named[0] ?? "");
    if ("signed" in finding || pinned === null || named.includes(pinned)) return finding;
    const words = `${finding.fault}\nThe site names another key now: ${named.join(", ")}\n`;
    return { fault: `${words}Where its operator has announced this key, pin it once with --key.` };
  } catch (error) {
    const isAbsent =
      error instanceof NotFound || (error instanceof Refused && error.code === "log_not_configured");
    if (isAbsent) return null;
    throw error;
  }
}
