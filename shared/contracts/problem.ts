/** The one error body of the API: Django REST's `detail` and a stable `code` to branch on. */
import * as v from "valibot";

export const Problem = v.object({
  /** One sentence in English for developers; people see a translation chosen by `code`. */
  detail: v.string(),
  /** Stable, lower snake case. */
  code: v.string(),
  /** The handle or name of another trader that the new one resembles too closely. */
  resembles: v.optional(v.string()),
});

export type Problem = v.InferOutput<typeof Problem>;
