/** What home shows of the record. */
import { latestSignalsKey, summaryKey } from "#client/data/keys.ts";

export const LATEST_ON_HOME = 6;

export function homeKeys(): readonly string[] {
  return [summaryKey, latestSignalsKey(LATEST_ON_HOME)];
}
