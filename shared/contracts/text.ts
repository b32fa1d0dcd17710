/** Text that a person types or pastes: ids, and texts for others (names, labels, reasons). */
import * as v from "valibot";
import { normalPasscode, withoutInvisible, withoutStrays } from "../text/pasted-text.ts";

/** For an id, a handle, an asset, a number or a date: invisible characters are removed from pasted text. */
export const pastedCode = () => trimmedBy(withoutInvisible);
/** For a passcode: later checks see the same text that is hashed. */
export const pastedPasscode = () => trimmedBy(normalPasscode);
/** A text of only invisible characters is left unchanged, so that it is refused: it was not meant to be empty. */
export const pastedLine = () => trimmedBy((text) => withoutStrays(text) || text.trim());

/** Like valibot's `trim`, which JSON Schema cannot express either. */
function trimmedBy(clean: (text: string) => string): v.TrimAction {
  return {
    ...v.trim(),
    "~run"(dataset) {
      return { ...dataset, value: clean(dataset.value) };
    },
  };
}

/**
 * One line, without surrounding spaces and stray characters of zero width. Control characters, and characters that change the writing
 * direction of later text (Unicode Standard Annex 9, section 2), are refused, as is a text without a visible character that is not empty.
 * Joiners and direction marks stay: emoji and right-to-left names need them.
 */
export const Line = v.pipe(
  v.string(),
  pastedLine(),
  // One pattern, because a JSON Schema has room for only one. U+2800 is the Braille pattern without dots.
  v.regex(
    /^(?:(?=.*(?![\p{DI}\u2800])[\p{L}\p{N}\p{P}\p{S}])[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*)?$/u,
  ),
);

/** Allowed length of a line; the message names both limits. */
export function lengthOf(min: number, max: number) {
  const message = `must have ${min} to ${max} characters`;
  return [
    v.minLength<string, number, string>(min, message),
    v.maxLength<string, number, string>(max, message),
  ] as const;
}
