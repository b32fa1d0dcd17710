/**
 * Rules by which the browser itself prefetches pages while the application has not started: once the pointer rests on a link or
 * presses it. Browsers without prefetching ignore them. The document's policy contains their hash. Source: HTML, section
 * "Speculative loading".
 */
export const SPECULATION_RULES = JSON.stringify({
  prefetch: [
    {
      where: { and: [{ href_matches: "/*" }, { not: { href_matches: "/api/*" } }] },
      eagerness: "moderate",
    },
  ],
});
