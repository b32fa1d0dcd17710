/** Events that lie ahead, given out in order of time. */

export interface SeedEventQueue<Event> {
  readonly add: (event: Event) => void;
  /** Takes out all events up to and including a time, in order of time. */
  readonly takeUntil: (atMs: number) => Generator<Event>;
}

/** A binary heap; what was added first goes first among events of the same time. */
export function createSeedEventQueue<Event extends { readonly atMs: number }>(): SeedEventQueue<Event> {
  const heap: { event: Event; order: number }[] = [];
  let added = 0;
  const isBefore = (a: number, b: number) => {
    const [first, second] = [heap[a], heap[b]];
    if (!first || !second) return false;
    return (first.event.atMs - second.event.atMs || first.order - second.order) < 0;
  };
  const swap = (a: number, b: number) => {
    const [first, second] = [heap[a], heap[b]];
    if (first && second) [heap[a], heap[b]] = [second, first];
  };
  const sink = (from: number) => {
    for (let at = from; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const least = isBefore(right, left) ? right : left;
      if (!isBefore(least, at)) return;
      swap(least, at);
      at = least;
    }
  };
  return {
    add(event) {
      added += 1;
      let at = heap.push({ event, order: added }) - 1;
      while (at > 0 && isBefore(at, (at - 1) >> 1)) {
        swap(at, (at - 1) >> 1);
        at = (at - 1) >> 1;
      }
    },
    *takeUntil(atMs) {
      for (let first = heap[0]; first && first.event.atMs <= atMs; first = heap[0]) {
        swap(0, heap.length - 1);
        heap.pop();
        sink(0);
        yield first.event;
      }
    },
  };
}
