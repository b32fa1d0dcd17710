import { HEADER_BOUNDS } from "#shared/limits.ts";

/** Whether `headers`, of a request or of the upstream's answer, are beyond `HEADER_BOUNDS`. */
export function areTooLarge(headers: Headers): boolean {
  let fields = 0;
  let characters = 0;
  // For every request: the platform's iterator takes about twice as long.
  headers.forEach((value, name) => {
    fields += 1;
    characters += name.length + value.length;
  });
  return fields > HEADER_BOUNDS.maxFields || characters > HEADER_BOUNDS.maxCharacters;
}
