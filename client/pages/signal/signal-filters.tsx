/** Filters and sort order of the list of signals. */
import { useTranslation } from "react-i18next";
import { readText } from "#client/data/list-query.ts";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { filterProblem, useDateField, useDates } from "#client/features/filters/filter-fields.ts";
import { type Chip, FilterForm, useFilterZone } from "#client/features/filters/filter-form.tsx";
import { DateField } from "#client/ui/date-field/date-field.tsx";
import { SelectField } from "#client/ui/select-field.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { BOUNDS } from "#shared/field-bounds.ts";
import { DEFAULT_SIGNAL_SORT, SIGNAL_SORTS } from "#shared/contracts/signal-queries.ts";
import { DIRECTIONS, OUTCOMES } from "#shared/contracts/signals.ts";

export const FILTERS = [
  "trader",
  "asset",
  "direction",
  "outcome",
  "from",
  "to",
  "otc",
  "late",
  "corrected",
  "witnessed",
] as const;
type Filter = (typeof FILTERS)[number];
const FIELDS = [...FILTERS, "sort"] as const;

/** The two filters that form a period: its start and its end. */
export const PERIOD = ["from", "to"] as const;

type FilterProblem = ReturnType<typeof readFilterProblem>;

export interface SignalFiltersProps {
  readonly query: URLSearchParams;
  readonly problem: FilterProblem;
}

export function SignalFilters({ query, problem }: SignalFiltersProps) {
  const { isWitnessed } = useRuntimeConfig();
  const { t } = useTranslation("filters");
  const zone = useFilterZone(query, PERIOD);
  const { written } = useDates(query);
  const date = useDateField(zone);
  const options = useOptions();
  const problemTexts = useProblemTexts();
  const field = (name: (typeof FIELDS)[number]) => ({
    name,
    label: t(`names.${name}`),
    defaultValue: query.get(name) ?? "",
    error: problem === name ? problemTexts[name] : undefined,
  });
  const select = (name: keyof typeof options) => ({
    ...field(name),
    key: `${name} ${query.get(name)}`,
    options: options[name],
  });
  return (
    <FilterForm
      label={t("label.signals")}
      query={query}
      dates={PERIOD}
      chips={useChips(query)}
      problem={problem === "other" ? t("problems.other") : null}
      isRefused={problem !== null}
      hint={t("hint", { zone })}
    >
      <TextField {...field("asset")} placeholder="EUR/USD" autoComplete="off" maxLength={64} />
      <TextField
        {...field("trader")}
        placeholder="north-light"
        autoComplete="off"
        maxLength={BOUNDS.label.max}
      />
      <SelectField {...select("direction")} key={select("direction").key} />
      <SelectField {...select("outcome")} key={select("outcome").key} />
      <DateField {...field("from")} {...date} defaultValue={written("from")} />
      <DateField {...field("to")} {...date} defaultValue={written("to")} />
      <SelectField {...select("otc")} key={select("otc").key} />
      <SelectField {...select("late")} key={select("late").key} />
      <SelectField {...select("corrected")} key={select("corrected").key} />
      {isWitnessed || query.get("witnessed") ? (
        <SelectField {...select("witnessed")} key={select("witnessed").key} />
      ) : null}
      <SelectField {...select("sort")} key={select("sort").key} />
    </FilterForm>
  );
}

/** Options of the select fields; the first means no filter and adds nothing to the address. */
function useOptions() {
  const { t } = useTranslation(["filters", "common"]);
  const any = { value: "", text: t("any") };
  const yesOrNo = [any, { value: "true", text: t("yes") }, { value: "false", text: t("no") }];
  return {
    direction: [any, ...DIRECTIONS.map((value) => ({ value, text: t(`common:direction.${value}`) }))],
    outcome: [
      { value: "", text: t("anyOutcome") },
      ...OUTCOMES.map((value) => ({ value, text: t(`common:outcome.${value}`) })),
    ],
    otc: yesOrNo,
    late: yesOrNo,
    corrected: yesOrNo,
    witnessed: [any, { value: "in_time", text: t("witnessedInTime") }],
    sort: SIGNAL_SORTS.map((sort) => ({
      value: sort === DEFAULT_SIGNAL_SORT ? "" : sort,
      text: t(`sorts.${sort}`),
    })),
  };
}

function useProblemTexts(): Readonly<Record<(typeof FIELDS)[number], string>> {
  const { t } = useTranslation("filters");
  const choice = t("problems.choice");
  return {
    trader: t("problems.trader"),
    asset: t("problems.asset"),
    direction: choice,
    outcome: choice,
    from: t("problems.date"),
    to: t("problems.dateTo"),
    otc: choice,
    late: choice,
    corrected: choice,
    witnessed: choice,
    sort: t("problems.sort"),
  };
}

function useChips(query: URLSearchParams): readonly Chip[] {
  const { t } = useTranslation("filters");
  const { inWords } = useDates(query);
  const options: Partial<Record<Filter, readonly { readonly value: string; readonly text: string }[]>> =
    useOptions();
  return FILTERS.flatMap((name) => {
    const value = readText(query, name);
    if (value === "") return [];
    const text = options[name]?.find((option) => option.value === value)?.text ?? inWords(name) ?? value;
    return [{ name, text: t("chip", { name: t(`names.${name}`), value: text }) }];
  });
}

/** The filter that the API could not parse. */
export function readFilterProblem(error: unknown) {
  return filterProblem(error, FIELDS);
}
