/**
 * What a browser prefetches by itself on a page that works as a document: pages, once the pointer rests on a link or presses
 * it. Browsers without prefetching ignore it. The document's policy contains its hash. Source: HTML, section "Speculative
 * loading".
 */
export const SPECULATION_RULES = JSON.stringify({
  prefetch: [
    {
      where: { and: [{ href_matches: "/*" }, { not: { href_matches: "/api/*" } }] },
      eagerness: "moderate",
    },
  ],
});
