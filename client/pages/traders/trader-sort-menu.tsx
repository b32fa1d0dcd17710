/** All orders of the ranking as links, for narrow screens, whose table head names only some of them. */
import { useSearchParams } from "react-router";
import { useTranslation } from "react-i18next";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { Icon } from "#client/ui/icon.tsx";
import { PageLink } from "#client/ui/link.tsx";
import { pageHref } from "#shared/site/routes.ts";
import { FIRST_SORTS, readSort, withSort } from "./trader-sort.ts";
import { useSortText } from "./trader-table.tsx";

export function TraderSortMenu() {
  const { language } = useRuntimeConfig();
  const [query] = useSearchParams();
  const { t } = useTranslation("filters");
  const sort = readSort(query);
  const sortText = useSortText(sort);
  const first = FIRST_SORTS.find((one) => one === sort);
  return (
    // Closes once another order is shown.
    <details key={sort} className="sort-menu">
      <summary>
        <Icon name="arrow-up-down" />
        <span className="visually-hidden">{t("names.sort")}</span>
        <span>{first ? t(`traderSorts.${first}`) : sortText}</span>
      </summary>
      <ul>
        {FIRST_SORTS.map((one) => (
          <li key={one}>
            <PageLink
              to={pageHref(language, "traders") + withSort(query, one)}
              aria-current={one === sort ? "true" : undefined}
              preventScrollReset
            >
              {t(`traderSorts.${one}`)}
            </PageLink>
          </li>
        ))}
      </ul>
    </details>
  );
}
