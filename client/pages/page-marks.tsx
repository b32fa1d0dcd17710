/** Marks and values for the texts of reading pages. */
import { PageLink } from "#client/ui/link.tsx";
import { pageHref, PAGES } from "#shared/site/routes.ts";
import { isLinked } from "#shared/site/site-parts.ts";
import type { Marks } from "#client/ui/reading-page/marked-text.tsx";
import { useTranslation } from "react-i18next";
import { useAbsentParts, useRuntimeConfig } from "#client/data/runtime-config.tsx";

/** `<strong>`, `<code>`, `<email>` (a link where the words are an address), and a link for each page of this site by its name: `<terms>`. */
export function usePageMarks(): Marks {
  const { language } = useRuntimeConfig();
  const absent = useAbsentParts();
  const links = PAGES.filter((page) => isLinked(page, absent)).map((page) => [
    page,
    (words: string) => <PageLink to={pageHref(language, page)}>{words}</PageLink>,
  ]);
  return {
    ...Object.fromEntries(links),
    strong: (words) => <strong>{words}</strong>,
    code: (words) => <code>{words}</code>,
    email: (words) =>
      words.includes("@") ? <a href={`mailto:${words.replaceAll(ISOLATES, "")}`}>{words}</a> : words,
  };
}

/** The isolates around a value in right-to-left text (i18n/create-i18n.ts). */
const ISOLATES = /[\u2068\u2069]/g;

/** Values for `{{brand}}` and the others; a value that the operator left empty is replaced by a text that says so. */
export function useOperatorValues() {
  const { brand } = useRuntimeConfig();
  const { t } = useTranslation("common");
  const missing = t("operator.missing");
  return {
    brand: brand.name,
    operatorName: brand.operatorName || missing,
    operatorAddress: brand.operatorAddress || missing,
    contactEmail: brand.contactEmail || missing,
  };
}
