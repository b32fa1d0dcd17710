/** The marks that the texts of reading pages use. */
import type { Language } from "#shared/languages.ts";
import { pageHref, PAGES } from "#shared/routes.ts";
import type { Marks } from "./marked-text.tsx";

/** `<strong>`, `<email>` (a link where the words are an address), and a link for each page by its name: `<terms>`. */
export function pageMarks(language: Language): Marks {
  const links = PAGES.map((page) => [
    page,
    (words: string) => <a href={pageHref(language, page)}>{words}</a>,
  ]);
  return {
    ...Object.fromEntries(links),
    strong: (words) => <strong>{words}</strong>,
    email: (words) => (words.includes("@") ? <a href={`mailto:${words}`}>{words}</a> : words),
  };
}
