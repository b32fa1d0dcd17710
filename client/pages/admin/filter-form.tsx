/** Filters of a list of staff: a form that writes its values into the page's address, so that every selection can be linked to. */
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { HttpError } from "#client/data/http-error.ts";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useDateField, useDates } from "#client/features/filters/filter-fields.ts";
import { Button } from "#client/ui/button.tsx";
import { DateField } from "#client/ui/date-field/date-field.tsx";
import { PageLink } from "#client/ui/link.tsx";
import { SelectField, type SelectFieldProps } from "#client/ui/select-field.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { useView } from "#client/ui/view-nav.tsx";
import { PAGE_LIMIT } from "#shared/contracts/paging.ts";
import { LANGUAGE_FACTS } from "#shared/site/languages.ts";
import { withoutStrays } from "#shared/text/pasted-text.ts";
import { orderOfStyle, parseDateText } from "#shared/time/date-text.ts";
import { useOfferedViews } from "./admin-query.ts";
import { AssetField, handleOf, TraderField, useTraders } from "./staff-fields.tsx";

/** A field of the form; `name` is the parameter of the address and of the API. */
export type Filter =
  | { readonly kind: "trader" | "asset"; readonly name: "trader" | "asset" }
  | { readonly kind: "date"; readonly name: "from" | "to"; readonly label: string }
  /** The number of rows on a page, which narrows nothing. */
  | { readonly kind: "rows"; readonly name: "limit"; readonly label: string }
  | {
      readonly kind: "choice";
      readonly name: string;
      readonly label: string;
      /** Names the choice of all; without it the first option is chosen if the address names none. */
      readonly any?: string;
      readonly options: SelectFieldProps["options"];
    }
  | {
      readonly kind: "text";
      readonly name: string;
      readonly label: string;
      /** What to enter, if the API refuses the value. */
      readonly problem: string;
      readonly type?: "search";
      readonly maxLength: number;
    };

const ROWS = [PAGE_LIMIT.default, 50, PAGE_LIMIT.max].map((limit) => ({
  value: limit === PAGE_LIMIT.default ? "" : String(limit),
  text: String(limit),
}));

/** Messages of the API by refused parameter of a list; null for any other error or none. */
export function refusedFields(error: unknown): Readonly<Record<string, unknown>> | null {
  return error instanceof HttpError && error.status === 400 ? (error.fields ?? {}) : null;
}

/** Whether the address selects a part of the list. */
export function useIsNarrowed(filters: readonly Filter[]): boolean {
  const [query] = useSearchParams();
  return filters.some((filter) => {
    const given = withoutStrays(query.get(filter.name) ?? "");
    const isStart =
      filter.kind === "choice" && filter.any === undefined && given === filter.options[0]?.value;
    return filter.kind !== "rows" && given !== "" && !isStart;
  });
}

export interface FilterFormProps {
  readonly label: string;
  readonly filters: readonly Filter[];
  /** Why the list could not be loaded. */
  readonly error: unknown;
  /** Shown beside the buttons. */
  readonly actions?: ReactNode;
  /** Parameters of the address that the form keeps. */
  readonly children?: ReactNode;
}

export function FilterForm({ label, filters, error, actions, children }: FilterFormProps) {
  const { t } = useTranslation("admin");
  const { pathname, search } = useLocation();
  const { language } = useRuntimeConfig();
  const { dates } = LANGUAGE_FACTS[language];
  const view = useView(useOfferedViews());
  const navigate = useNavigate();
  const traders = useTraders(filters.some(({ kind }) => kind === "trader"));
  const isNarrowed = useIsNarrowed(filters);
  const problems = refusedFields(error);
  const isRefused = problems !== null;
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef(search);
  useEffect(() => {
    if (shown.current === search) return;
    shown.current = search;
    // A new address changes every field's default; input kept from before would hide it.
    form.current?.reset();
  }, [search]);
  useEffect(() => {
    if (isRefused) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [isRefused]);

  /** The value of a field as the API takes it. */
  function meantBy(name: string, typed: string): string {
    const kind = filters.find((filter) => filter.name === name)?.kind;
    if (kind === "trader") return handleOf(typed, traders);
    return kind === "date" ? (parseDateText(typed, dates && orderOfStyle(dates)) ?? typed) : typed;
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const query = new URLSearchParams({ view });
    for (const [name, value] of new FormData(event.currentTarget)) {
      const text = typeof value === "string" ? withoutStrays(value) : "";
      if (text) query.set(name, meantBy(name, text));
    }
    void navigate(`${pathname}?${query}`);
  }

  return (
    <form
      ref={form}
      className="filters"
      role="search"
      aria-label={label}
      action={pathname}
      onSubmit={submit}
      noValidate
    >
      <div className="filters__fields">
        {children}
        {filters.map((filter) => (
          <FilterField key={filter.name} filter={filter} isRefused={problems?.[filter.name] !== undefined} />
        ))}
      </div>
      <div className="filters__actions">
        <Button type="submit">{t("search.submit")}</Button>
        {isNarrowed ? (
          <PageLink className="button button--quiet" to={`${pathname}?view=${view}`}>
            {t("search.clear")}
          </PageLink>
        ) : null}
        {actions}
      </div>
    </form>
  );
}

function FilterField({ filter, isRefused }: { readonly filter: Filter; readonly isRefused: boolean }) {
  const { t } = useTranslation(["admin", "filters"]);
  const [query] = useSearchParams();
  const { written } = useDates(query);
  const dateProps = useDateField("UTC");
  const { name, kind } = filter;
  const given = query.get(name) ?? "";
  const field = (problem: string | undefined) => ({
    name,
    defaultValue: given,
    error: isRefused ? problem : undefined,
  });
  switch (kind) {
    case "trader":
      return <TraderField {...field(t("problems.handle"))} />;
    case "asset":
      return <AssetField {...field(t("problems.asset"))} />;
    case "date": {
      const problem = t(name === "to" ? "filters:problems.dateTo" : "filters:problems.date");
      return (
        <DateField {...field(problem)} {...dateProps} defaultValue={written(name)} label={filter.label} />
      );
    }
    case "text": {
      const { label, problem, type = "text", maxLength } = filter;
      return <TextField {...field(problem)} {...{ label, type, maxLength }} autoComplete="off" />;
    }
    case "choice":
    case "rows": {
      const { any, options } = kind === "rows" ? { options: ROWS } : filter;
      // A select takes another default only if it is another element.
      const key = `${given} ${options.length}`;
      return (
        <SelectField
          {...field(t("filters:problems.choice"))}
          key={key}
          label={filter.label}
          options={any === undefined ? options : [{ value: "", text: any }, ...options]}
        />
      );
    }
  }
}
