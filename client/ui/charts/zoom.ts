/** Which part of the time axis is shown after a key, a drag or a pinch. Places are shares of the plot's width, 0 to 1. */
import type { Span } from "./series.ts";

/** The smallest part of the axis that can be shown, as a share of the whole. */
const NARROWEST = 0.01;

export function momentAt({ fromMs, toMs }: Span, place: number): number {
  return fromMs + place * (toMs - fromMs);
}

/** A part `factor` times as wide, in which `atMs` stays where it is. */
export function scaled(span: Span, factor: number, atMs: number, whole: Span): Span {
  return bounded(
    { fromMs: atMs + (span.fromMs - atMs) * factor, toMs: atMs + (span.toMs - atMs) * factor },
    whole,
  );
}

/** The part between two places, in either order. */
export function between(span: Span, one: number, other: number, whole: Span): Span {
  const fromMs = momentAt(span, Math.min(one, other));
  return bounded({ fromMs, toMs: momentAt(span, Math.max(one, other)) }, whole);
}

export type Fingers = readonly [one: number, other: number];

/** Keeps the touched moments under both fingers. */
export function pinched(span: Span, start: Fingers, now: Fingers, whole: Span): Span {
  const [from, to] = start.map((place) => momentAt(span, place));
  const distance = now[1] - now[0];
  if (from === undefined || to === undefined || distance === 0 || (to - from) / distance <= 0) return span;
  const widthMs = (to - from) / distance;
  const fromMs = from - now[0] * widthMs;
  return bounded({ fromMs, toMs: fromMs + widthMs }, whole);
}

/** Moves and widens the part until it lies within the whole and is wide enough. */
function bounded(span: Span, whole: Span): Span {
  const wholeMs = whole.toMs - whole.fromMs;
  const widthMs = Math.min(Math.max(span.toMs - span.fromMs, wholeMs * NARROWEST), wholeMs);
  const middle = (span.fromMs + span.toMs - widthMs) / 2;
  const fromMs = Math.min(Math.max(middle, whole.fromMs), whole.toMs - widthMs);
  return { fromMs, toMs: fromMs + widthMs };
}
