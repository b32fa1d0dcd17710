/**
 * Filters of a list: a GET form, so that every selection has an address, with the active filters as chips below it. On a narrow
 * screen the form is behind one button.
 */
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { useTranslation } from "react-i18next";
import { readDate, readZone } from "#client/data/list-query.ts";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { Button } from "#client/ui/button.tsx";
import { Icon } from "#client/ui/icon.tsx";
import { PageLink } from "#client/ui/link.tsx";
import { useShownZone } from "#client/ui/shown-zone-context.tsx";
import { type DateOrder, orderOfStyle, parseDateText } from "#shared/date-text.ts";
import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { withoutInvisible } from "#shared/pasted-text.ts";

/** The element with the results; submitting scrolls it into view. */
export const FOUND_ID = "found";

/** An active filter, in words. */
export interface Chip {
  readonly name: string;
  readonly text: string;
}

export interface FilterFormProps {
  readonly label: string;
  readonly query: URLSearchParams;
  /** Parameters of the address that are dates. */
  readonly dates: readonly string[];
  readonly chips: readonly Chip[];
  /** Shown above the fields if the error belongs to none of them. */
  readonly problem: string | null;
  readonly isRefused: boolean;
  readonly hint: string;
  readonly children: ReactNode;
}

export function FilterForm({
  label,
  query,
  dates,
  chips,
  problem,
  isRefused,
  hint,
  children,
}: FilterFormProps) {
  const { t } = useTranslation("filters");
  const { form, details, submit, path } = useFilterForm(query, dates);
  const zone = useFilterZone(query, dates);
  const order = useOrder();
  return (
    <search>
      <details className="filter-box" ref={details} open={isRefused || undefined}>
        <summary className="button filter-box__open">
          {chips.length > 0 ? t("summaryActive", { count: chips.length }) : t("summary")}
        </summary>
        <form
          ref={form}
          className="filters"
          method="get"
          action={`${path}#${FOUND_ID}`}
          aria-label={label}
          onSubmit={submit}
          noValidate
        >
          {problem ? (
            <p className="form__error" role="alert">
              <Icon name="alert-octagon" />
              <span>{problem}</span>
            </p>
          ) : null}
          <div className="filters__fields">{children}</div>
          {zone === "UTC" ? null : <input type="hidden" name="zone" value={zone} readOnly />}
          {order === "dmy" ? <input type="hidden" name="dates" value="dmy" readOnly /> : null}
          <div className="filters__actions">
            <Button type="submit" look="primary">
              {t("apply")}
            </Button>
            {chips.length > 0 || isRefused ? (
              <PageLink className="button button--quiet" to={path} preventScrollReset>
                {t("clear")}
              </PageLink>
            ) : null}
            <p className="filters__hint">{hint}</p>
          </div>
        </form>
      </details>
      <Chips chips={chips} query={query} />
    </search>
  );
}

function Chips({ chips, query }: Pick<FilterFormProps, "chips" | "query">) {
  const { t } = useTranslation("filters");
  const { pathname } = useLocation();
  if (chips.length === 0) return null;
  const without = (name: string) => {
    const rest = new URLSearchParams(
      [...query].filter(([key, value]) => value !== "" && key !== name && key !== "cursor"),
    );
    return rest.size > 0 ? `${pathname}?${rest}` : pathname;
  };
  return (
    <ul className="chips" aria-label={t("active")}>
      {chips.map(({ name, text }) => (
        <li key={name}>
          <PageLink
            className="chip"
            to={without(name)}
            preventScrollReset
            aria-label={t("remove", { filter: text })}
          >
            <span>{text}</span>
            <Icon name="x" />
          </PageLink>
        </li>
      ))}
    </ul>
  );
}

/** The zone of the form's dates: the address's if it has one, else the visitor's. UTC without script. */
export function useFilterZone(query: URLSearchParams, dates: readonly string[]): string {
  const shown = useShownZone();
  return dates.some((name) => readDate(query, name) !== null) ? readZone(query) : shown;
}

function useOrder(): DateOrder {
  const { language } = useRuntimeConfig();
  return orderOfStyle(LANGUAGE_FACTS[language].dates ?? "mm/dd/yyyy");
}

/**
 * With script, submitting navigates without loading a document, writes dates as ISO 8601 and omits empty filters from the
 * address.
 */
function useFilterForm(query: URLSearchParams, dates: readonly string[]) {
  const { pathname: path } = useLocation();
  const navigate = useNavigate();
  const order = useOrder();
  const form = useRef<HTMLFormElement>(null);
  const details = useRef<HTMLDetailsElement>(null);
  const search = query.toString();
  const shown = useRef(search);
  const sent = useRef<string | null>(null);
  useEffect(() => {
    if (shown.current === search) return;
    shown.current = search;
    // A new address changes every field's default. Input from before the submission would hide it and is reset; input from
    // after it stays.
    if (sent.current === search) document.getElementById(FOUND_ID)?.scrollIntoView({ block: "nearest" });
    else form.current?.reset();
    sent.current = null;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [search]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget)) {
      const text = typeof value === "string" ? withoutInvisible(value) : "";
      if (text && name !== "dates")
        given.set(name, dates.includes(name) ? (parseDateText(text, order) ?? text) : text);
    }
    if (!dates.some((name) => given.has(name))) given.delete("zone");
    sent.current = given.toString();
    if (details.current) details.current.open = false;
    void navigate(given.size > 0 ? `${path}?${sent.current}` : path, { preventScrollReset: true });
  };
  return { form, details, submit, path };
}
