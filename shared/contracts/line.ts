/** What a person writes and others read: names, labels, reasons. */
import * as v from "valibot";
import { pastedLine } from "./pasted.ts";

/**
 * One line, surrounding space and stray characters of zero width dropped: no control characters and none that turn the writing direction of what follows
 * (Unicode Standard Annex 9, section 2), and at least one character to see unless it is empty. Joiners and direction marks
 * stay: emoji and right-to-left names need them.
 */
export const Line = v.pipe(
  v.string(),
  pastedLine(),
  // One pattern, because a JSON Schema has room for one. U+2800 is the Braille pattern without dots.
  v.regex(
    /^(?:(?=.*(?![\p{DI}\u2800])[\p{L}\p{N}\p{P}\p{S}])[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*)?$/u,
  ),
);

/** How long a line may be; whichever end it misses, both are said. */
export function lengthOf(min: number, max: number) {
  const message = `must have ${min} to ${max} characters`;
  return [
    v.minLength<string, number, string>(min, message),
    v.maxLength<string, number, string>(max, message),
  ] as const;
}
