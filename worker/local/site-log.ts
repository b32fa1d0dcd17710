/** Reads the newest checkpoint of a site's log, and checks that it is signed with the key that its reader has pinned. */
import { NotFound, Refused, type Site } from "./ledger-source.ts";
import { type CheckpointFinding, openCheckpoint } from "./signed-checkpoint.ts";

/** Null if the site has no log. If no key is pinned, uses the first one that the site names. */
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
