import { expect, it } from "vitest";
import { plainWords } from "#worker/http/fetch-bounded.ts";

it.each([
  ["two\nlines", "two lines"],
  ["\u202eturned\u2066 and \u0007 rung", "turned and rung"],
  ["your whsec_a+b/c= is wrong", "your [secret] is wrong"],
  ["\u200b", "without a word"],
])("the words %j of an outside service are shown as %j", (words, shown) =>
  expect(plainWords(words)).toBe(shown),
);
