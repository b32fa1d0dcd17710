/** Filters and sort order of the ranking. */
import { useTranslation } from "react-i18next";
import { readText } from "#client/data/list-query.ts";
import { filterProblem, useDateField, useDates } from "#client/features/filters/filter-fields.ts";
import type { Chip } from "#client/features/filters/chip-link.tsx";
import { FilterForm, useFilterZone } from "#client/features/filters/filter-form.tsx";
import { DateField } from "#client/ui/date-field/date-field.tsx";
import { SelectField } from "#client/ui/select-field.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { BOUNDS } from "#shared/limits/field-bounds.ts";
import { DEFAULT_TRADER_SORT } from "#shared/contracts/traders.ts";
import { SAMPLE_STARTS } from "#shared/limits/sample-sizes.ts";
import { FIRST_SORTS, readSort } from "./trader-sort.ts";
import { useSortText } from "./trader-table.tsx";

const FILTERS = ["trader", "asset", "active_since", "min_decided"] as const;
type Filter = (typeof FILTERS)[number];

const DATES = ["active_since"] as const;

export interface TraderFiltersProps {
  readonly query: URLSearchParams;
  readonly problem: TraderFilterProblem;
}

type TraderFilterProblem = ReturnType<typeof readTraderFilterProblem>;

export function TraderFilters({ query, problem }: TraderFiltersProps) {
  const { t } = useTranslation("filters");
  const zone = useFilterZone(query, DATES);
  const { written } = useDates(query);
  const date = useDateField(zone);
  const sort = query.get("sort") ?? "";
  const problemTexts: Readonly<Record<Filter, string>> = {
    trader: t("problems.trader"),
    asset: t("problems.asset"),
    active_since: t("problems.date"),
    min_decided: t("problems.choice"),
  };
  const field = (name: Filter) => ({
    name,
    label: t(`names.${name}`),
    defaultValue: query.get(name) ?? "",
    error: problem === name ? problemTexts[name] : undefined,
  });
  return (
    <FilterForm
      label={t("label.traders")}
      query={query}
      dates={DATES}
      search={{
        ...field("trader"),
        placeholder: t("chip", { name: t("names.trader"), value: "north-light" }),
        maxLength: BOUNDS.label.max,
      }}
      chips={useChips(query)}
      refused={problem}
      hint={t("hint", { zone })}
    >
      <TextField {...field("asset")} placeholder="EUR/USD" autoComplete="off" maxLength={64} />
      <DateField {...field("active_since")} {...date} defaultValue={written("active_since")} />
      <SelectField {...field("min_decided")} options={useSamples(query)} />
      <SelectField name="sort" label={t("names.sort")} defaultValue={sort} options={useSorts(query)} />
    </FilterForm>
  );
}

/** Options for the minimum sample size: the thresholds of the sample words, and the address's value. */
function useSamples(query: URLSearchParams) {
  const { t } = useTranslation("filters");
  const { weak, fair, good } = SAMPLE_STARTS;
  const asked = Number(readText(query, "min_decided"));
  const counts = new Set([weak, fair, good, ...(asked > 0 ? [asked] : [])]);
  return [
    { value: "", text: t("any") },
    ...[...counts]
      .sort((one, other) => one - other)
      .map((count) => ({ value: String(count), text: t("atLeast", { count }) })),
  ];
}

/** Options for the sort order: each column from its better end, and the reverse order if the address has it. */
function useSorts(query: URLSearchParams) {
  const { t } = useTranslation("filters");
  const sort = readSort(query);
  const sortText = useSortText(sort);
  const first = FIRST_SORTS.map((value) => ({
    value: value === DEFAULT_TRADER_SORT ? "" : value,
    text: t(`traderSorts.${value}`),
  }));
  const isFirst = FIRST_SORTS.some((one) => one === sort);
  return isFirst ? first : [...first, { value: sort, text: sortText }];
}

function useChips(query: URLSearchParams): readonly Chip[] {
  const { t } = useTranslation("filters");
  const { inWords } = useDates(query);
  const samples = useSamples(query);
  return FILTERS.flatMap((name) => {
    const value = readText(query, name);
    if (value === "") return [];
    const sample = name === "min_decided" && samples.find((option) => option.value === value);
    const text = (sample && sample.text) || inWords(name) || value;
    return [{ name, text: t("chip", { name: t(`names.${name}`), value: text }) }];
  });
}

/** The filter that the API could not parse. */
export function readTraderFilterProblem(error: unknown) {
  return filterProblem(error, FILTERS);
}

/** True if the list may be empty although there are traders. */
export function areTradersNarrowed(query: URLSearchParams): boolean {
  return FILTERS.some((name) => query.get(name));
}
