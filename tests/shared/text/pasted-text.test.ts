import { expect, it } from "vitest";
import { withoutInvisible, withoutStrays } from "#shared/text/pasted-text.ts";

const STRAYS = [
  ["a zero-width space", "\u200b"],
  ["a byte order mark", "\ufeff"],
  ["a soft hyphen", "\u00ad"],
  ["a word joiner", "\u2060"],
] as const;

const MARKS = [
  ["a left-to-right mark", "\u200e"],
  ["a right-to-left mark", "\u200f"],
  ["an isolate", "\u2066"],
  ["a joiner", "\u200d"],
  ["a variation selector", "\ufe0f"],
  ["a Hangul filler", "\u3164"],
  ["an empty Braille pattern", "\u2800"],
] as const;

it.each([...STRAYS, ...MARKS])("%s is removed from an id", (_, character) => {
  for (const pasted of [`${character}DEMO-1001`, `DEMO-${character}1001`, `DEMO-1001${character}`]) {
    expect(withoutInvisible(pasted)).toBe("DEMO-1001");
  }
});

it.each(STRAYS)("%s is removed from a name", (_, character) => {
  expect(withoutStrays(`${character} North${character} Light ${character}`)).toBe("North Light");
});

it("joiners and marks that belong to a name are kept", () => {
  for (const name of ["👩‍🚀", "می‌خواهم", "שלום\u200f!", "❤️"]) expect(withoutStrays(name)).toBe(name);
});

it("a no-break space around a text is removed, and one inside it is kept", () => {
  expect(withoutInvisible("\u00a0EUR/USD\u202f")).toBe("EUR/USD");
  expect(withoutInvisible("EUR\u00a0USD")).toBe("EUR\u00a0USD");
});
