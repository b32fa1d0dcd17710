/** Hours in which a member gets no notifications. */
import { localMinute } from "#shared/time/local-time.ts";

export interface QuietHours {
  /**
   * `HH:MM` in the member's zone, both or none; from the first until before the second, over midnight if the second is
   * earlier.
   */
  readonly quiet_from: string | null;
  readonly quiet_until: string | null;
  readonly time_zone: string;
}

export function isQuiet(
  { quiet_from: from, quiet_until: until, time_zone }: QuietHours,
  nowMs: number,
): boolean {
  if (from === null || until === null) return false;
  const time = localMinute(nowMs, time_zone).slice(11);
  return from < until ? from <= time && time < until : from <= time || time < until;
}
