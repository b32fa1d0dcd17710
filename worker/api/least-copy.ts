/**
 * How new a copy must be to answer in this isolate: pages that are thrown away when the record changes must not be made again from
 * a copy that has not heard of it.
 */
export interface LeastCopy {
  /** The record has changed here. */
  readonly raise: () => void;
  /** Where a session begins; `reached` is told its bookmark. */
  readonly begin: () => {
    readonly start: D1SessionBookmark;
    readonly reached: (bookmark: string | null) => void;
  };
}

/** After a change sessions begin at the primary, until the first of them has a bookmark that the others can begin with. */
export function createLeastCopy(): LeastCopy {
  let start = "first-unconstrained";
  let changes = 0;
  return {
    raise() {
      start = "first-primary";
      changes += 1;
    },
    begin() {
      const begunAt = changes;
      return {
        start,
        reached(bookmark) {
          if (start === "first-primary" && begunAt === changes && bookmark !== null) start = bookmark;
        },
      };
    },
  };
}
