/**
 * Gestures on a plot: pointing selects a moment, a mouse drag selects a range to zoom to, a pinch with two fingers zooms. One
 * finger selects a moment when it moves sideways, and scrolls the page up and down (`touch-action` in the style sheet).
 */
import { type PointerEvent, useRef, useState } from "react";
import type { Span } from "./series.ts";
import { between, type Fingers, pinched } from "./zoom.ts";

export interface GesturesOptions {
  /** The part of the time axis that is shown, and the whole axis. */
  readonly span: Span;
  readonly whole: Span;
  readonly isRightToLeft: boolean;
  /** Called with a place along the time axis, 0 to 1; null once the mouse has left. */
  readonly onRead: (place: number | null) => void;
  readonly onZoom: (span: Span) => void;
}

/** Minimum length of a drag, as a share of the width; a shorter one is a press. */
const DRAG_BEGINS = 0.02;

export function useGestures({ span, whole, isRightToLeft, onRead, onZoom }: GesturesOptions) {
  /** Where the mouse was pressed, and where it is now. */
  const [drag, setDrag] = useState<Fingers | null>(null);
  const fingers = useRef(new Map<number, number>());
  /** The part shown when the second finger came down, and the places of both fingers then. */
  const pinch = useRef<{ readonly span: Span; readonly start: Fingers } | null>(null);

  function placeOf({ currentTarget, clientX }: PointerEvent<HTMLElement>): number {
    const box = currentTarget.querySelector("svg")?.getBoundingClientRect();
    if (!box || box.width === 0) return 1;
    const place = Math.min(Math.max((clientX - box.left) / box.width, 0), 1);
    return isRightToLeft ? 1 - place : place;
  }

  function bothFingers(): Fingers | null {
    const [one, other] = fingers.current.values();
    return one === undefined || other === undefined ? null : [one, other];
  }

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    const place = placeOf(event);
    onRead(place);
    if (event.pointerType === "touch") {
      fingers.current.set(event.pointerId, place);
      const start = bothFingers();
      pinch.current = start && { span, start };
    } else if (event.button === 0) {
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag([place, place]);
    }
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const place = placeOf(event);
    if (fingers.current.has(event.pointerId)) fingers.current.set(event.pointerId, place);
    const now = bothFingers();
    if (pinch.current && now) onZoom(pinched(pinch.current.span, pinch.current.start, now, whole));
    else onRead(place);
    if (drag) setDrag([drag[0], place]);
  }

  function end({ pointerId }: PointerEvent<HTMLElement>) {
    fingers.current.delete(pointerId);
    pinch.current = null;
    setDrag(null);
  }

  function onPointerUp(event: PointerEvent<HTMLElement>) {
    if (drag && isLong(drag)) onZoom(between(span, ...drag, whole));
    end(event);
  }

  function onPointerLeave({ pointerType }: PointerEvent<HTMLElement>) {
    if (pointerType === "mouse" && !drag) onRead(null);
  }

  return {
    /** The range that is being dragged. */
    chosen: drag && isLong(drag) ? drag : null,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: end, onPointerLeave },
  };
}

function isLong([from, to]: Fingers): boolean {
  return Math.abs(to - from) > DRAG_BEGINS;
}
