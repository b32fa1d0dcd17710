/** First step of what is pasted: as valibot's `trim`, which JSON Schema has no word for either. */
import * as v from "valibot";
import { withoutInvisible, withoutStrays } from "../pasted-text.ts";

export const pastedCode = () => trimmedBy(withoutInvisible);
/** A text of nothing else stays, to be refused: it was not meant to be empty. */
export const pastedLine = () => trimmedBy((text) => withoutStrays(text) || text.trim());

function trimmedBy(clean: (text: string) => string): v.TrimAction {
  return {
    ...v.trim(),
    "~run"(dataset) {
      return { ...dataset, value: clean(dataset.value) };
    },
  };
}
