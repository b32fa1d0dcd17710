/**
 * How new a copy must be to answer in this isolate: pages that are thrown away when the record changes must not be made again from
 * a copy that has not heard of it.
 */
export interface LeastCopy {
  /** The record has changed here. */
  readonly raise: () => void;
  /** Where a session begins that is to be as new as `asked`; `reached` is told its bookmark. */
  readonly begin: (asked: string | null) => {
    readonly start: D1SessionBookmark;
    readonly reached: (bookmark: string | null) => void;
  };
}

/**
 * After a change sessions begin at the primary, until the first of them has a bookmark that the others can begin with. So does one
 * that asks for more than D1 has said here: anybody can make up a bookmark, and D1's session gives it back for its own.
 */
export function createLeastCopy(): LeastCopy {
  let least = "first-unconstrained";
  let newest: string | null = null;
  let changes = 0;

  function startFor(asked: string | null): D1SessionBookmark {
    if (asked === null || least === "first-primary") return least;
    if (newest === null || asked > newest) return "first-primary";
    return least === "first-unconstrained" || asked > least ? asked : least;
  }

  return {
    raise() {
      least = "first-primary";
      changes += 1;
    },
    begin(asked) {
      const begunAt = changes;
      return {
        start: startFor(asked),
        reached(bookmark) {
          if (bookmark === null) return;
          if (newest === null || bookmark > newest) newest = bookmark;
          if (least === "first-primary" && begunAt === changes) least = bookmark;
        },
      };
    },
  };
}
