/** The search of the header: one button opens its box. */
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useAbsentParts } from "#client/data/runtime-config.tsx";
import { SearchForm } from "#client/features/search/search-form.tsx";
import { Icon } from "#client/ui/icon.tsx";
import { isLinked } from "#shared/site/site-parts.ts";

const MENU_ID = "search-box";

export function HeaderSearch() {
  const { t } = useTranslation("common");
  const menu = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  if (!isLinked("search", useAbsentParts())) return null;
  return (
    <div className="header-search">
      <button className="header-button" type="button" popoverTarget={MENU_ID}>
        <Icon name="search" />
        <span className="visually-hidden">{t("search.submit")}</span>
      </button>
      <search
        id={MENU_ID}
        ref={menu}
        className="header-menu header-search__box"
        popover="auto"
        onToggle={({ newState }) => newState === "open" && input.current?.focus()}
      >
        <SearchForm ref={input} onSent={() => menu.current?.hidePopover()} />
      </search>
    </div>
  );
}
