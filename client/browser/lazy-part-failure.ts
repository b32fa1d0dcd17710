/** Failures of parts that are loaded outside a navigation: a dialog, a chart, whatever is imported when it is needed. */
import { PART_MISSING } from "#client/app/page-error.ts";
import type { PartFailure } from "./part-failure.ts";

export interface LazyPartWorld {
  readonly parts: Pick<PartFailure, "isKnown" | "reloadAfter">;
  readonly path: () => string;
  /** The part is missing and the page stays. */
  readonly tell: () => void;
}

/**
 * The bundler's own event of a failed `import()`. Whoever asked for the part hears of the failure only after this event,
 * so the decision waits until they had their turn; the mark makes an error page that results tell the reason.
 */
export function watchLazyParts(target: EventTarget, { parts, path, tell }: LazyPartWorld): void {
  target.addEventListener("vite:preloadError", (event) => {
    const error: unknown = "payload" in event ? event.payload : null;
    if (error instanceof Error) Object.assign(error, PART_MISSING);
    setTimeout(() => {
      if (!parts.isKnown(error) && !parts.reloadAfter(path(), error)) tell();
    });
  });
}
