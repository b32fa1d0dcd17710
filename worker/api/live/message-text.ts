/** What a reader is sent, as text: many are sent the same. */
import type { LiveMessage } from "#shared/contracts/live.ts";
import { missedSince, type News } from "./read-events.ts";

/** For whoever has seen everything up to `seq`; null where nothing is missed. */
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
