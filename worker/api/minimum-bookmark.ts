/**
 * How new a copy must be to answer in this isolate: pages that were purged because the record changed must not be rendered
 * again from a copy without that change.
 */
export interface MinimumBookmark {
  /** To be called when the record has changed in this isolate. */
  readonly raise: () => void;
  /** Where to begin a session that must be at least as new as `asked`; `reached` takes its bookmark afterwards. */
  readonly begin: (asked: string | null) => {
    readonly start: D1SessionBookmark;
    readonly reached: (bookmark: string | null) => void;
  };
}

/**
 * After a change, sessions begin at the primary until one of them has a bookmark that the others can begin with. A session
 * that asks for a later bookmark than D1 has returned here also begins at the primary: anybody can make up a bookmark, and
 * D1's session returns it as its own.
 */
export function createMinimumBookmark(): MinimumBookmark {
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
