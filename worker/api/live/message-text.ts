/** The messages for readers, as text: made once, since many readers get the same. */
import type { LiveMessage } from "#shared/contracts/live.ts";
import { missedSince, type News } from "./read-events.ts";

/** For a reader that has seen everything up to `seq`; null if nothing is missing. */
export function missedText(recent: News, seq: number): string | null {
  const missed = missedSince(recent, seq);
  const bookmark = recent.bookmark === null ? {} : { bookmark: recent.bookmark };
  if (missed === null) return textOf({ type: "reset", seq: recent.to, ...bookmark });
  return missed.length > 0 ? textOf({ type: "events", events: [...missed], ...bookmark }) : null;
}

export function readyText(seq: number): string {
  return textOf({ type: "ready", seq });
}

function textOf(message: LiveMessage): string {
  return JSON.stringify(message);
}
