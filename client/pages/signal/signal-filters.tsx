/** Filters and sort order of the list of signals. */
import { useTranslation } from "react-i18next";
import { busyAssetsKey } from "#client/data/keys.ts";
import { readText } from "#client/data/list-query.ts";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useApi } from "#client/data/use-api.ts";
import { filterProblem, useDateField, useDates } from "#client/features/filters/filter-fields.ts";
import { type Chip, ChipLink } from "#client/features/filters/chip-link.tsx";
import { FilterForm, useFilterZone } from "#client/features/filters/filter-form.tsx";
import { Icon } from "#client/ui/icon.tsx";
import { DateField } from "#client/ui/date-field/date-field.tsx";
import { SelectField } from "#client/ui/select-field.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { BOUNDS } from "#shared/limits/field-bounds.ts";
import { BusyAssets } from "#shared/contracts/search.ts";
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
  const select = (name: keyof typeof options) => ({ ...field(name), options: options[name] });
  const assets = useBusyAssets();
  const asset = readText(query, "asset");
  return (
    <FilterForm
      label={t("label.signals")}
      query={query}
      dates={PERIOD}
      search={{
        ...field("asset"),
        placeholder: t("exampleAssets"),
        maxLength: 64,
      }}
      choices={<AssetChoices assets={assets} query={query} />}
      chips={useChips(query).filter(({ name }) => name !== "asset" || !assets.includes(asset))}
      refused={problem}
      hint={t("hint", { zone })}
    >
      <TextField
        {...field("trader")}
        placeholder="north-light"
        autoComplete="off"
        maxLength={BOUNDS.label.max}
      />
      <SelectField {...select("outcome")} />
      <SelectField {...select("direction")} />
      <DateField {...field("from")} {...date} defaultValue={written("from")} />
      <DateField {...field("to")} {...date} defaultValue={written("to")} />
      <SelectField {...select("otc")} />
      <SelectField {...select("late")} />
      <SelectField {...select("corrected")} />
      {isWitnessed || query.get("witnessed") ? <SelectField {...select("witnessed")} /> : null}
      <SelectField {...select("sort")} />
    </FilterForm>
  );
}

/** Loaded with each page of the list, and not revalidated in between: changed choices would move under the pointer. */
function useBusyAssets(): readonly string[] {
  const { data } = useApi(busyAssetsKey, BusyAssets, {
    revalidateIfStale: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  });
  return data?.assets ?? [];
}

interface AssetChoicesProps {
  readonly assets: readonly string[];
  readonly query: URLSearchParams;
}

/** One link for each asset: sets the filter, or removes it. */
function AssetChoices({ assets, query }: AssetChoicesProps) {
  const { t } = useTranslation("filters");
  if (assets.length === 0) return null;
  const chosen = readText(query, "asset");
  const filter = (asset: string) => t("chip", { name: t("names.asset"), value: asset });
  return (
    <ul className="chips filter-row__choices" aria-label={t("busyAssets")}>
      {assets.map((asset) => (
        <li key={asset}>
          <ChipLink
            query={query}
            name="asset"
            value={asset === chosen ? "" : asset}
            aria-label={asset === chosen ? t("remove", { filter: filter(asset) }) : undefined}
          >
            <span>{asset}</span>
            {asset === chosen ? <Icon name="x" /> : null}
          </ChipLink>
        </li>
      ))}
    </ul>
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
