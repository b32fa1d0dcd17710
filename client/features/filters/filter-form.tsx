/**
 * Filters of a list: a GET form, so that every selection has an address. One row holds the search field, a button that opens all
 * other fields, and choices; the filters set stand below it, each a link that removes it.
 */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { useTranslation } from "react-i18next";
import { readDate, readZone } from "#client/data/list-query.ts";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { Button } from "#client/ui/button.tsx";
import { Icon } from "#client/ui/icon.tsx";
import { PageLink } from "#client/ui/link.tsx";
import { useShownZone } from "#client/ui/shown-zone-context.tsx";
import { TextField, type TextFieldProps } from "#client/ui/text-field.tsx";
import { orderOfStyle } from "#shared/time/date-text.ts";
import { LANGUAGE_FACTS } from "#shared/site/languages.ts";
import { type Chip, ChipLink } from "./chip-link.tsx";
import { useLiveForm } from "./use-live-form.ts";

/** The element with the results; submitting scrolls it into view. */
export const FOUND_ID = "found";

export interface FilterFormProps {
  readonly label: string;
  readonly query: URLSearchParams;
  /** Parameters of the address that are dates. */
  readonly dates: readonly string[];
  readonly search: TextFieldProps & { readonly name: string };
  /** Stands in the row after the button. */
  readonly choices?: ReactNode;
  /** The filters set, without those that the choices show. */
  readonly chips: readonly Chip[];
  /** The refused filter; `other` for a parameter of the address that is no filter. */
  readonly refused: string | null;
  readonly hint: string;
  /** The fields that the button opens. */
  readonly children: ReactNode;
}

export function FilterForm({
  label,
  query,
  dates,
  search,
  choices,
  chips,
  refused,
  hint,
  children,
}: FilterFormProps) {
  const { t } = useTranslation(["filters", "common"]);
  const { language } = useRuntimeConfig();
  const { pathname: path } = useLocation();
  const zone = useFilterZone(query, dates);
  const order = orderOfStyle(LANGUAGE_FACTS[language].dates ?? "mm/dd/yyyy");
  const isRefusedInside = refused !== null && refused !== search.name && refused !== "other";
  const [isOpen, setIsOpen] = useState(isRefusedInside);
  const details = useRef<HTMLDetailsElement>(null);
  // Opened before hydration.
  useEffect(() => setIsOpen(details.current?.open ?? false), []);
  const { form, fieldsKey } = useLiveForm({
    query,
    dates,
    order,
    onSubmitted() {
      setIsOpen(false);
      document.getElementById(FOUND_ID)?.scrollIntoView({ block: "nearest" });
    },
  });
  const count = chips.filter(({ name }) => name !== search.name).length;
  return (
    <search>
      <form
        {...form}
        className="filter-row"
        method="get"
        action={`${path}#${FOUND_ID}`}
        aria-label={label}
        noValidate
      >
        <div className="filter-row__search">
          <TextField
            {...search}
            key={fieldsKey}
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <button type="submit" aria-label={t("common:search.submit")}>
            <Icon name="search" />
          </button>
        </div>
        <details
          ref={details}
          className="filter-box"
          open={isOpen || isRefusedInside}
          onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
        >
          <summary className="button">{count > 0 ? t("summaryActive", { count }) : t("summary")}</summary>
          <div className="filters">
            <div key={fieldsKey} className="filters__fields">
              {children}
            </div>
            <div className="filters__actions">
              <Button type="submit" look="primary">
                {t("apply")}
              </Button>
              <p className="filters__hint">{hint}</p>
            </div>
          </div>
        </details>
        {choices}
        {zone === "UTC" ? null : <input type="hidden" name="zone" value={zone} readOnly />}
        {order === "dmy" ? <input type="hidden" name="dates" value="dmy" readOnly /> : null}
      </form>
      {refused === "other" ? (
        <p className="form__error" role="alert">
          <Icon name="alert-octagon" />
          <span>{t("problems.other")}</span>
        </p>
      ) : null}
      {chips.length > 0 || refused !== null ? (
        <ul className="chips" aria-label={t("active")}>
          {chips.map(({ name, text }) => (
            <li key={name}>
              <ChipLink query={query} name={name} value="" aria-label={t("remove", { filter: text })}>
                <span>{text}</span>
                <Icon name="x" />
              </ChipLink>
            </li>
          ))}
          {chips.length > 1 || refused !== null ? (
            <li>
              <PageLink className="chips__clear" to={path} preventScrollReset>
                {t("clear")}
              </PageLink>
            </li>
          ) : null}
        </ul>
      ) : null}
    </search>
  );
}

/** The zone of the form's dates: the address's if it has one, else the visitor's. UTC without script. */
export function useFilterZone(query: URLSearchParams, dates: readonly string[]): string {
  const shown = useShownZone();
  return dates.some((name) => readDate(query, name) !== null) ? readZone(query) : shown;
}
