/** Filters of the open signals, and the number of rows on a page. */
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { SelectField } from "#client/ui/select-field.tsx";
import { PAGE_LIMIT } from "#shared/contracts/paging.ts";
import { DECIDERS, type OpenState } from "#shared/contracts/staff-signals.ts";
import { AssetField } from "./asset-field.tsx";
import { SearchForm } from "./list-search.tsx";
import { handleOf, TraderField, useTraders } from "./trader-field.tsx";

/** Choices for the number of rows on a page. */
const LIMITS = [PAGE_LIMIT.default, 50, PAGE_LIMIT.max];

export interface QueueFiltersProps {
  readonly state: OpenState;
  /** True if the backend has more filters than the public list. */
  readonly isWhole: boolean;
  readonly isNarrowed: boolean;
  /** By the field's name; null where the filters were not refused. */
  readonly problems: Readonly<Record<string, unknown>> | null;
}

export function QueueFilters({ state, isWhole, isNarrowed, problems }: QueueFiltersProps) {
  const { t } = useTranslation(["queue", "admin", "filters"]);
  const [query] = useSearchParams();
  const traders = useTraders();
  const given = (name: string) => query.get(name) ?? "";
  const errorOf = (name: string, text: string) => (problems?.[name] === undefined ? undefined : text);
  const select = (name: string) => ({
    name,
    defaultValue: given(name),
    error: errorOf(name, t("filters:problems.choice")),
  });
  return (
    <SearchForm
      label={t("filter")}
      view="queue"
      isNarrowed={isNarrowed}
      isRefused={problems !== null}
      meantBy={(name, typed) => (name === "trader" ? handleOf(typed, traders) : typed)}
    >
      {state === "due" ? null : <input type="hidden" name="state" value={state} />}
      <TraderField
        name="trader"
        defaultValue={given("trader")}
        error={errorOf("trader", t("admin:problems.handle"))}
      />
      <AssetField
        name="asset"
        defaultValue={given("asset")}
        error={errorOf("asset", t("admin:problems.asset"))}
      />
      {isWhole ? (
        <SelectField
          {...select("decided_by")}
          key={`decided_by ${given("decided_by")}`}
          label={t("decidedBy")}
          options={[
            { value: "", text: t("deciders.any") },
            ...DECIDERS.map((value) => ({ value, text: t(`deciders.${value}`) })),
          ]}
        />
      ) : null}
      <SelectField
        {...select("limit")}
        key={`limit ${given("limit")}`}
        label={t("perPage")}
        options={LIMITS.map((limit) => ({
          value: limit === PAGE_LIMIT.default ? "" : String(limit),
          text: String(limit),
        }))}
      />
    </SearchForm>
  );
}
