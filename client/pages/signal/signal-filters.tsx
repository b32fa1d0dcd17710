/** What narrows the list: a GET form, so that every selection has an address. */
import { type FormEvent, useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { PageLink } from "#client/ui/link.tsx";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useTranslation } from "react-i18next";
import { Button } from "#client/ui/button.tsx";
import { DateField } from "#client/ui/date-field/date-field.tsx";
import { Icon } from "#client/ui/icon.tsx";
import { SelectField } from "#client/ui/select-field.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { OUTCOMES } from "#shared/contracts/signals.ts";
import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { withoutInvisible } from "#shared/pasted-text.ts";
import { pageHref } from "#shared/routes.ts";
import { HttpError } from "#client/data/http-error.ts";

export const FILTERS = ["trader", "asset", "outcome", "from", "to", "witnessed"] as const;
type Filter = (typeof FILTERS)[number];

/** The filter to blame, `other` for what no field of the form holds, null for any other failure. */
type FilterProblem = Filter | "other" | null;

export interface SignalFiltersProps {
  readonly query: URLSearchParams;
  readonly problem: FilterProblem;
}

export function SignalFilters({ query, problem }: SignalFiltersProps) {
  const { language, isWitnessed } = useRuntimeConfig();
  const { t } = useTranslation(["signal", "common"]);
  const { form, submit, path } = useFilterForm(query);
  const field = (name: Filter) => ({
    name,
    label: t(`filters.${name}`),
    defaultValue: query.get(name) ?? "",
    error: problem === name ? t(`filters.problems.${name}`) : undefined,
  });
  const date = {
    locale: LANGUAGE_FACTS[language].tag,
    placeholder: t("filters.datePlaceholder"),
    labels: {
      open: t("filters.calendar.open"),
      previous: t("filters.calendar.previous"),
      next: t("filters.calendar.next"),
    },
  };
  const outcomes = OUTCOMES.map((outcome) => ({ value: outcome, text: t(`common:outcome.${outcome}`) }));
  return (
    <search>
      <form
        ref={form}
        className="filters"
        method="get"
        action={path}
        aria-label={t("filters.label")}
        onSubmit={submit}
        noValidate
      >
        {problem === "other" ? (
          <p className="form__error" role="alert">
            <Icon name="alert-octagon" />
            <span>{t("filters.problems.other")}</span>
          </p>
        ) : null}
        <div className="filters__fields">
          <TextField {...field("asset")} placeholder="EUR/USD" autoComplete="off" maxLength={32} />
          <TextField {...field("trader")} placeholder="north-light" autoComplete="off" maxLength={32} />
          <SelectField
            {...field("outcome")}
            key={query.get("outcome")}
            options={[{ value: "", text: t("filters.anyOutcome") }, ...outcomes]}
          />
          <DateField {...field("from")} {...date} />
          <DateField {...field("to")} {...date} />
          {isWitnessed || query.get("witnessed") ? (
            <SelectField
              {...field("witnessed")}
              key={`witnessed ${query.get("witnessed")}`}
              options={[
                { value: "", text: t("filters.anyWitnessed") },
                { value: "in_time", text: t("filters.witnessedInTime") },
              ]}
            />
          ) : null}
        </div>
        <div className="filters__actions">
          <Button type="submit" look="primary">
            {t("filters.apply")}
          </Button>
          {FILTERS.some((name) => query.get(name)) || problem ? (
            <PageLink className="button button--quiet" to={path}>
              {t("filters.clear")}
            </PageLink>
          ) : null}
          <p className="filters__hint">{t("filters.hint")}</p>
        </div>
      </form>
    </search>
  );
}

/** With script the form navigates without loading a document, and leaves empty filters out of the address. */
function useFilterForm(query: URLSearchParams) {
  const { language } = useRuntimeConfig();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const path = pageHref(language, "signal");
  const search = query.toString();
  const shown = useRef(search);
  const sent = useRef<string | null>(null);
  useEffect(() => {
    if (shown.current === search) return;
    shown.current = search;
    // The address has changed and with it every field's default; what was typed would hide it, save what came after the press.
    if (sent.current !== search) form.current?.reset();
    sent.current = null;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [search]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = [...new FormData(event.currentTarget)].flatMap(([name, value]) => {
      const text = typeof value === "string" ? withoutInvisible(value) : "";
      return text ? [[name, text]] : [];
    });
    sent.current = new URLSearchParams(given).toString();
    void navigate(given.length > 0 ? `${path}?${sent.current}` : path);
  };
  return { form, submit, path };
}

/** Which filter the API could not read. */
export function readFilterProblem(error: unknown): FilterProblem {
  if (!(error instanceof HttpError) || error.status !== 400) return null;
  return FILTERS.find((name) => error.fields?.[name]) ?? "other";
}
