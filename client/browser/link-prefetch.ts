/** Chooses which linked pages are fetched ahead, and how many at a time. */

/** Pages fetched at once because their links are in view; one that is pointed at does not wait. */
const MAX_AT_ONCE = 2;

/** Pages fetched per document because their links were in view: a long list must not fetch everything. */
const MAX_SEEN = 24;

export interface LinkPrefetchWorld {
  readonly mayPrefetch: () => boolean;
  /** Path and query of a page of this site, or null for any other address. */
  readonly toPath: (href: string) => string | null;
  /** Fetches a page's code and data. Never rejects. */
  readonly prefetch: (path: string) => Promise<void>;
}

export interface LinkPrefetch {
  /** A link has come into view. */
  readonly seen: (href: string) => void;
  /** A link has been pointed at or focused. */
  readonly intended: (href: string) => void;
}

export function createLinkPrefetch({ mayPrefetch, toPath, prefetch }: LinkPrefetchWorld): LinkPrefetch {
  const done = new Set<string>();
  const waiting: string[] = [];
  let running = 0;

  function next(): void {
    while (running < MAX_AT_ONCE) {
      const path = waiting.shift();
      if (path === undefined) return;
      running += 1;
      void prefetch(path).finally(() => {
        running -= 1;
        next();
      });
    }
  }

  return {
    seen(href) {
      const path = toPath(href);
      if (path === null || done.has(path) || done.size >= MAX_SEEN || !mayPrefetch()) return;
      done.add(path);
      waiting.push(path);
      next();
    },
    intended(href) {
      const path = toPath(href);
      // Again each time: what was fetched ahead gets old, and whoever prefetches knows when.
      if (path === null || !mayPrefetch()) return;
      done.add(path);
      const position = waiting.indexOf(path);
      if (position >= 0) waiting.splice(position, 1);
      void prefetch(path);
    },
  };
}
