/** What a browser fetches ahead by itself, on a page that works as a document. */
import type { Language } from "#shared/languages.ts";
import { pageHref } from "#shared/routes.ts";

export interface SpeculationRulesProps {
  readonly language: Language;
  readonly nonce: string | undefined;
}

/**
 * Pages of this language, once the pointer rests on a link or presses it: with the click, the next document is there. Browsers
 * that cannot fetch ahead pass it over. Source: HTML, section "Speculative loading".
 */
export function SpeculationRules({ language, nonce }: SpeculationRulesProps) {
  const home = pageHref(language, "home");
  return (
    <script type="speculationrules" nonce={nonce}>
      {`{"prefetch":[{"where":{"href_matches":["${home}","${home}/*"]},"eagerness":"moderate"}]}`}
    </script>
  );
}
